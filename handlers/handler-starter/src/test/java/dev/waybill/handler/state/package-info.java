@NullMarked
package dev.waybill.handler.state;

import org.jspecify.annotations.NullMarked;
