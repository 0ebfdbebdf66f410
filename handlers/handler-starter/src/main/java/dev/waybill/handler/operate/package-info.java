/**
 * What holds a handler back, and what people ask of it: pauses, caps, the record of what they did.
 */
@NullMarked
package dev.waybill.handler.operate;

import org.jspecify.annotations.NullMarked;
