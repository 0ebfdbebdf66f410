/**
 * Messages in handlers: which failed, what has become of one, and trying it again. Asks the service
 * over HTTP; knows nothing of its tables.
 */
@NullMarked
package dev.waybill.cli.delivery;

import org.jspecify.annotations.NullMarked;
