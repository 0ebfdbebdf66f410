/**
 * What applying a set of subscriptions would change, and what of that is dangerous. Plain Java:
 * knows nothing of files, databases and output.
 */
@NullMarked
package dev.waybill.cli.plan;

import org.jspecify.annotations.NullMarked;
