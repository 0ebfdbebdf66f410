/** How a start is refused: with the problem and the remedy. Knows no reason of its own. */
@NullMarked
package dev.waybill.handler.startup;

import org.jspecify.annotations.NullMarked;
