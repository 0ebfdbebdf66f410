/** The processes of a relay: what each is called, and that it lives. */
@NullMarked
package dev.waybill.relay.process;

import org.jspecify.annotations.NullMarked;
