/** What a check found, how bad it is, and what to do. Knows nothing of the checks. */
@NullMarked
package dev.waybill.cli.finding;

import org.jspecify.annotations.NullMarked;
