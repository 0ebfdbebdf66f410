/** Shows what may be staged and which way it goes. Reads only, and holds nothing of a payload. */
@NullMarked
package dev.waybill.outbox.status;

import org.jspecify.annotations.NullMarked;
