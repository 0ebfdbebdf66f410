/**
 * The command line {@code waybill}: puts the commands together and runs one of them. Knows nothing
 * of what they do.
 */
@NullMarked
package dev.waybill.cli;

import org.jspecify.annotations.NullMarked;
