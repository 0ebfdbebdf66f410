/** The timeline as a process. Knows how it is started, and nothing else. */
@NullMarked
package dev.waybill.timeline;

import org.jspecify.annotations.NullMarked;
