package dev.waybill.lab.soak;

import dev.waybill.lab.fault.Fault;
import java.time.Duration;

/**
 * A fault that struck.
 *
 * @param at since the soak began
 * @param flowedAfter from the strike until a message that was committed after it had arrived on
 *     every topic
 */
record Struck(int number, Duration at, Fault fault, Duration flowedAfter) {}
