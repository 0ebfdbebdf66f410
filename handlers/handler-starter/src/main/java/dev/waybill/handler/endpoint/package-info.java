/**
 * {@code /waybill}: what operators may see of handlers and ask of them over HTTP. Asks who they are
 * and what they may, hands the request on, and knows no SQL.
 */
@NullMarked
package dev.waybill.handler.endpoint;

import org.jspecify.annotations.NullMarked;
