/** The relay's process: wires the parts together and starts them. */
@NullMarked
package dev.waybill.relay;

import org.jspecify.annotations.NullMarked;
