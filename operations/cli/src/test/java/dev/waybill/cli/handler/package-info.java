/** Tests of the package of the same name, and of the commands for single deliveries. */
@NullMarked
package dev.waybill.cli.handler;

import org.jspecify.annotations.NullMarked;
