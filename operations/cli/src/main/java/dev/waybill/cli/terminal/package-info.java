/**
 * How the command line speaks: exit codes, failures with their remedy, tables, JSON, colour and
 * questions. Knows nothing of what the commands do.
 */
@NullMarked
package dev.waybill.cli.terminal;

import org.jspecify.annotations.NullMarked;
