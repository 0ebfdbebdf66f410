/** Runs the command line in this process, and servers for it to look at. */
@NullMarked
package dev.waybill.cli.testbed;

import org.jspecify.annotations.NullMarked;
