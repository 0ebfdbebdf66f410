/**
 * Holds the documents to the source tree: every id has a row, every named test exists and runs,
 * every relative link resolves. It reads text and source only, never the code under test.
 */
@NullMarked
package dev.waybill.e2e.conformance;

import org.jspecify.annotations.NullMarked;
