/**
 * What is promised of each delivery, a type to a handler: the delivery specification in a
 * subscription file, and the retries that it counts on. Knows nothing of routing. Plain Java: text
 * comes in, statements go out.
 */
@NullMarked
package dev.waybill.contract.delivery;

import org.jspecify.annotations.NullMarked;
