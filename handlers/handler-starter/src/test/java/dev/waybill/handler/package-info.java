/** Whole handlers, with real servers and in processes of their own. */
@NullMarked
package dev.waybill.handler;

import org.jspecify.annotations.NullMarked;
