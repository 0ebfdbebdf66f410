package dev.waybill.lab.fault;

import dev.waybill.lab.stack.RelayLinks;
import dev.waybill.lab.stack.Service;

/** A relay with its own ways to the servers. */
public record LinkedRelay(Service service, RelayLinks links) {}
