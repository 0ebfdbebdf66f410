/** Kills the relay under load, again and again, and then compares every topic with every commit. */
@NullMarked
package dev.waybill.lab.soak;

import org.jspecify.annotations.NullMarked;
