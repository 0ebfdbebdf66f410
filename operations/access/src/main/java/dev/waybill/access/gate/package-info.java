/** Which requests get in. Roles beyond that are checked where the work is done. */
@NullMarked
package dev.waybill.access.gate;

import org.jspecify.annotations.NullMarked;
