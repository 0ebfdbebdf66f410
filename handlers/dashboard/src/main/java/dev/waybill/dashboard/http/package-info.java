/** {@code /dashboard} over HTTP. Knows who may read; knows no SQL and no message. */
@NullMarked
package dev.waybill.dashboard.http;

import org.jspecify.annotations.NullMarked;
