/** Tests of what may be asked for. */
@NullMarked
package dev.waybill.dashboard.http;

import org.jspecify.annotations.NullMarked;
