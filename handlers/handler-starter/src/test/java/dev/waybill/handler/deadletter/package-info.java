@NullMarked
package dev.waybill.handler.deadletter;

import org.jspecify.annotations.NullMarked;
