package dev.waybill.relay.routing;

import dev.waybill.contract.subscription.HandlerId;

/**
 * One copy of a message: for whom, and where it goes.
 *
 * @param hold what orders it: the ordering key, or the message id where the subscription has no
 *     order
 */
public record Target(HandlerId handler, String topic, int partition, String hold) {}
