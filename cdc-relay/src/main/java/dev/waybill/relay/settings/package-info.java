/** The relay's settings, validated once at start. */
@NullMarked
package dev.waybill.relay.settings;

import org.jspecify.annotations.NullMarked;
