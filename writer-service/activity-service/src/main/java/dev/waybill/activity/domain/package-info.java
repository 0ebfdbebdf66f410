/**
 * What an activity is and what may happen to it. Plain Java: knows no HTTP, no SQL, no Spring and
 * no messages.
 */
@NullMarked
package dev.waybill.activity.domain;

import org.jspecify.annotations.NullMarked;
