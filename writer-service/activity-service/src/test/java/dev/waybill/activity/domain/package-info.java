/** What an activity allows. */
@NullMarked
package dev.waybill.activity.domain;

import org.jspecify.annotations.NullMarked;
