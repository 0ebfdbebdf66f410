/**
 * The values that identify and classify a message. Knows nothing of how a message is stored or
 * sent.
 */
@NullMarked
package dev.waybill.contract.message;

import org.jspecify.annotations.NullMarked;
