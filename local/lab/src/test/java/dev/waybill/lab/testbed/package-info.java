/** Runs the packaged lab as people do, and looks after the processes that it starts. */
@NullMarked
package dev.waybill.lab.testbed;

import org.jspecify.annotations.NullMarked;
