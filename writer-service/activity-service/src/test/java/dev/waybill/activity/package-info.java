/** The service as its callers see it, on real servers. */
@NullMarked
package dev.waybill.activity;

import org.jspecify.annotations.NullMarked;
