/**
 * Runs what the runbooks tell an operator to do, on real servers and the packaged relay. The SQL is
 * read from the pages, so that a page cannot say what nobody tried.
 */
@NullMarked
package dev.waybill.e2e.runbook;

import org.jspecify.annotations.NullMarked;
