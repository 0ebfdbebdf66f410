package dev.waybill.lab.demo;

import dev.waybill.lab.stack.Stack;
import java.util.List;

/** The user whom the demo acts as. */
final class DemoUser {
  static final String NAME = "demo-user";
  static final String TENANT = "demo";

  private DemoUser() {}

  static String token(Stack stack) {
    return stack.tokens().token(NAME, TENANT, List.of("activity-writer"));
  }
}
