/** The folders that the local servers keep their data in. Knows nothing of what is in them. */
@NullMarked
package dev.waybill.local.files;

import org.jspecify.annotations.NullMarked;
