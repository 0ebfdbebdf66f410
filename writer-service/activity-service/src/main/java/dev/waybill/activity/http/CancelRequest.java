package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities/{id}/cancel}. */
record CancelRequest(@Nullable BigInteger version, @Nullable String reason) {}
