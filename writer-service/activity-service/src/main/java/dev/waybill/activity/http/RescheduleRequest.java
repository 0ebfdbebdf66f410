package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities/{id}/reschedule}. */
record RescheduleRequest(@Nullable BigInteger version, @Nullable String dueAt) {}
