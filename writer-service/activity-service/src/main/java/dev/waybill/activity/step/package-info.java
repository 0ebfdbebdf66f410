/**
 * Journey steps that this service owns: messages that its worker role turns into commands. Knows
 * the steps' contracts and the bus; knows no tables and no HTTP.
 */
@NullMarked
package dev.waybill.activity.step;

import org.jspecify.annotations.NullMarked;
