package dev.waybill.lab.demo;

import dev.waybill.lab.stack.HandlerService;
import dev.waybill.lab.stack.Stack;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many records a handler service has passed over since it was started, because its inbox knew
 * their messages already. It counts when that is committed.
 */
final class DuplicateCount {
  private final HttpCalls service;
  private final Pattern meter;

  DuplicateCount(Stack stack, HandlerService handler) {
    this.service = new HttpCalls(stack.address(handler), DemoUser.token(stack, "viewer"));
    this.meter =
        Pattern.compile(
            "^waybill_handler_inbox_duplicates_total\\{handler=\"%s\"\\} ([0-9.E]+)$"
                .formatted(handler.id()),
            Pattern.MULTILINE);
  }

  /** Zero when there was none yet. */
  long now() {
    Matcher found = meter.matcher(service.text("/actuator/prometheus"));
    return found.find() ? (long) Double.parseDouble(found.group(1)) : 0;
  }
}
