/**
 * Who receives which types: the subscription files that a team registers, and the applied revision
 * that the relay routes by. Knows nothing of how a revision is stored.
 */
@NullMarked
package dev.waybill.contract.subscription;

import org.jspecify.annotations.NullMarked;
