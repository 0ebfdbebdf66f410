/**
 * Lets faults strike a stack under load, one after the other, and then compares every topic and
 * every effect with every commit.
 */
@NullMarked
package dev.waybill.lab.soak;

import org.jspecify.annotations.NullMarked;
