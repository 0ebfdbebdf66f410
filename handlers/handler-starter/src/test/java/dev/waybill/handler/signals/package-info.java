@NullMarked
package dev.waybill.handler.signals;

import org.jspecify.annotations.NullMarked;
