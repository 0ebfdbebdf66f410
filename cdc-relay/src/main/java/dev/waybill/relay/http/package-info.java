/**
 * {@code /relay}: what operators may order and see over HTTP. Asks who they are and what they may,
 * hands the order on, and knows nothing of how it is carried out.
 */
@NullMarked
package dev.waybill.relay.http;

import org.jspecify.annotations.NullMarked;
