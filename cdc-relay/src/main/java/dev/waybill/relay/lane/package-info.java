/**
 * One lane per handler: whether its topic takes records, and what it was left out of. A lane that
 * waits stops nobody else.
 */
@NullMarked
package dev.waybill.relay.lane;

import org.jspecify.annotations.NullMarked;
