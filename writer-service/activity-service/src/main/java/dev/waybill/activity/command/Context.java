package dev.waybill.activity.command;

import dev.waybill.access.Caller;
import dev.waybill.outbox.Origin;

/**
 * Around a command.
 *
 * @param origin what caused it, for tracing
 */
public record Context(Caller caller, Origin origin) {}
