/** Assertions about what reached the topics. Knows nothing of how it was read. */
@NullMarked
package dev.waybill.testsupport.history;

import org.jspecify.annotations.NullMarked;
