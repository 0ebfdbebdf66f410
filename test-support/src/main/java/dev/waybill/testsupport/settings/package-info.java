/**
 * Holds the records of {@code schemas/settings} to the services that they describe. Knows the files
 * and the configuration metadata, and of a service only how it reads its settings.
 */
@NullMarked
package dev.waybill.testsupport.settings;

import org.jspecify.annotations.NullMarked;
