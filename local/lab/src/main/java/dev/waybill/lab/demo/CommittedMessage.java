package dev.waybill.lab.demo;

/** A message as it lies in the outbox. */
record CommittedMessage(String id, String type, int version) {}
