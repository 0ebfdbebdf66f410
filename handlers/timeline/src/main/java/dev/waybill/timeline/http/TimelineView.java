package dev.waybill.timeline.http;

import java.util.List;

/** Answer to {@code GET /timeline}, newest change first. */
record TimelineView(List<ChangeView> changes) {}
