/** Which settings there are, by the metadata that the modules carry. */
@NullMarked
package dev.waybill.e2e.settings;

import org.jspecify.annotations.NullMarked;
