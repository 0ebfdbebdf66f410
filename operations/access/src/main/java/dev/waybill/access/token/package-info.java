/** Reads a caller out of a token, and says which tokens are none. */
@NullMarked
package dev.waybill.access.token;

import org.jspecify.annotations.NullMarked;
