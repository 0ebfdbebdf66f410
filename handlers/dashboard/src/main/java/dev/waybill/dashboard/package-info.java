/** The dashboard as a process. Knows how it is started, and nothing else. */
@NullMarked
package dev.waybill.dashboard;

import org.jspecify.annotations.NullMarked;
