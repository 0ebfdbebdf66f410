/**
 * Loopback ports and a proxy that breaks connections on purpose. Knows nothing of the protocols
 * that pass through.
 */
@NullMarked
package dev.waybill.local.network;

import org.jspecify.annotations.NullMarked;
