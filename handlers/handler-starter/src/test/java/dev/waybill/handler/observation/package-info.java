/** Tests in memory and with real servers. */
@NullMarked
package dev.waybill.handler.observation;

import org.jspecify.annotations.NullMarked;
