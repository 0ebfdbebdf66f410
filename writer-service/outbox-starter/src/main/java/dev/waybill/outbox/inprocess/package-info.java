/**
 * The way past the outbox, for tests, isolated runs and consumers that are not handlers yet: a
 * message goes to consumers in this process after the commit and nowhere else. Decides which way a
 * type goes, so that none goes both; knows nothing of how messages are stored.
 */
@NullMarked
package dev.waybill.outbox.inprocess;

import org.jspecify.annotations.NullMarked;
