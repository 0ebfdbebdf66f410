/**
 * The numbers of versions, wherever they are written down: in names of files and in lists. Knows
 * nothing of what a version says. Plain Java: text comes in, numbers go out.
 */
@NullMarked
package dev.waybill.contract.version;

import org.jspecify.annotations.NullMarked;
