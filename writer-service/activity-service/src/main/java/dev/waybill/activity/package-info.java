/** Starts the Activity service. Nothing else lives here. */
@NullMarked
package dev.waybill.activity;

import org.jspecify.annotations.NullMarked;
