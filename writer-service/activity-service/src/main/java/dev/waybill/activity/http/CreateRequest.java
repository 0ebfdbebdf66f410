package dev.waybill.activity.http;

import org.jspecify.annotations.Nullable;

/** Body of {@code POST /activities}. */
record CreateRequest(
    @Nullable String type,
    @Nullable String title,
    @Nullable String assignee,
    @Nullable String dueAt,
    @Nullable String visibility) {}
