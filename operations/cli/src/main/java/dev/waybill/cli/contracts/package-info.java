/**
 * The subscription files of a folder, checked against the contracts that a checkout or a jar holds.
 * Knows nothing of what is applied.
 */
@NullMarked
package dev.waybill.cli.contracts;

import org.jspecify.annotations.NullMarked;
