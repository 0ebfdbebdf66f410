/**
 * Single messages in handlers: what has become of them, and trying them again. Asks the service
 * over HTTP; knows nothing of its tables.
 */
@NullMarked
package dev.waybill.cli.delivery;

import org.jspecify.annotations.NullMarked;
