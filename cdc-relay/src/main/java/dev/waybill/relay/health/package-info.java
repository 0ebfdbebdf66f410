/** What probes are told. Only reads. */
@NullMarked
package dev.waybill.relay.health;

import org.jspecify.annotations.NullMarked;
