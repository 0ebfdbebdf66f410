package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities/{id}/assign} and {@code /reassign}. */
record AssignRequest(@Nullable BigInteger version, @Nullable String assignee) {}
