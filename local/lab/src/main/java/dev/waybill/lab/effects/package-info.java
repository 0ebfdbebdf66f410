/**
 * A handler of the lab's own, in a process of its own, whose effects can be counted: it writes a
 * row for each message that it is handed, and nothing but the handler starter keeps it from writing
 * two.
 */
@NullMarked
package dev.waybill.lab.effects;

import org.jspecify.annotations.NullMarked;
