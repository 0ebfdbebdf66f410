/** The door of a service that is nothing but the door. */
@NullMarked
package dev.waybill.access.gate;

import org.jspecify.annotations.NullMarked;
