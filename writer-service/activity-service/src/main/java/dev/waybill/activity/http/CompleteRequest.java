package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities/{id}/complete}. */
record CompleteRequest(
    @Nullable BigInteger version, @Nullable String outcome, @Nullable String followUpAt) {}
