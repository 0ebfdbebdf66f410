package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Body of {@code PATCH /activities/{id}}; what is absent stays as it is. */
record UpdateRequest(@Nullable BigInteger version, @Nullable String type, @Nullable String title) {}
