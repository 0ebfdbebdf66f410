/** Mail servers that do what a test wants. */
@NullMarked
package dev.waybill.notification.testbed;

import org.jspecify.annotations.NullMarked;
