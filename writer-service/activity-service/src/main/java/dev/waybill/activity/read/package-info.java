/** Reading activities, by those who may. Changes nothing. */
@NullMarked
package dev.waybill.activity.read;

import org.jspecify.annotations.NullMarked;
