/** A real database and a real broker for the relay's integration tests. */
@NullMarked
package dev.waybill.relay.testbed;

import org.jspecify.annotations.NullMarked;
