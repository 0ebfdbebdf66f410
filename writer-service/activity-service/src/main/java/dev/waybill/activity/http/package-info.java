/** Requests, answers and problems over HTTP. Thin: decides nothing about activities. */
@NullMarked
package dev.waybill.activity.http;

import org.jspecify.annotations.NullMarked;
