/** Which relay process may publish. Knows nothing of what it publishes. */
@NullMarked
package dev.waybill.relay.lease;

import org.jspecify.annotations.NullMarked;
