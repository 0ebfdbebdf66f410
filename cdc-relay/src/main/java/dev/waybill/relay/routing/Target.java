package dev.waybill.relay.routing;

import dev.waybill.contract.subscription.HandlerId;

/** One copy of a message: for whom, and where it goes. */
public record Target(HandlerId handler, String topic, int partition) {}
