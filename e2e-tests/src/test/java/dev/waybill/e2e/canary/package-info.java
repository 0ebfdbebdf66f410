/** Proves that the integration tests ran. It knows one marker file and no part of Waybill. */
@NullMarked
package dev.waybill.e2e.canary;

import org.jspecify.annotations.NullMarked;
