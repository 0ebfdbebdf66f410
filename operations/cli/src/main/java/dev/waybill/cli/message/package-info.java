/**
 * What has become of one message over the relay and all of its handlers. Puts together what each
 * server says; decides nothing about deliveries itself.
 */
@NullMarked
package dev.waybill.cli.message;

import org.jspecify.annotations.NullMarked;
