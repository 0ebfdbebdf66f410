package dev.waybill.activity.http;

import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities/{id}/complete}. */
record CompleteRequest(@Nullable Long version, @Nullable String outcome) {}
