/** What the relay is doing now, in words for a person. Knows nothing of how it is done. */
@NullMarked
package dev.waybill.relay.status;

import org.jspecify.annotations.NullMarked;
