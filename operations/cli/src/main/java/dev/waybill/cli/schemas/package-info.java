/**
 * {@code waybill schemas}: the contracts of a checkout, judged, released, renewed and retired. What
 * a contract must keep is the contract library's affair.
 */
@NullMarked
package dev.waybill.cli.schemas;

import org.jspecify.annotations.NullMarked;
