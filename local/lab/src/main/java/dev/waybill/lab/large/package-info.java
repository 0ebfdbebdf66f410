/** Sends transactions through a relay that are larger than its heap, past a broker that pauses. */
@NullMarked
package dev.waybill.lab.large;

import org.jspecify.annotations.NullMarked;
