package dev.waybill.activity.command;

import dev.waybill.access.Caller;
import dev.waybill.activity.domain.Activity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command that changed one activity.
 *
 * @param command the command's stable name
 * @param activity the activity after the change
 */
public record AuditEntry(
    String command, Activity activity, Caller caller, Instant at, @Nullable String correlationId) {}
