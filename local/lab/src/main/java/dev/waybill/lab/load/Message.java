package dev.waybill.lab.load;

import java.util.UUID;

/** What a message of the load says, before it has a number and a time. */
record Message(UUID id, String key, long version, String payload) {}
