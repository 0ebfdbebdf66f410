/** Holds the Activity contracts to the rules that every contract must keep. */
@NullMarked
package dev.waybill.schemas;

import org.jspecify.annotations.NullMarked;
