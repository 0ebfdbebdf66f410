/** {@code /timeline} over HTTP. Knows who may read; knows no SQL and no message. */
@NullMarked
package dev.waybill.timeline.http;

import org.jspecify.annotations.NullMarked;
