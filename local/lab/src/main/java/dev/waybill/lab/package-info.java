/** The command line of the lab: which commands there are. What they do is in the packages below. */
@NullMarked
package dev.waybill.lab;

import org.jspecify.annotations.NullMarked;
