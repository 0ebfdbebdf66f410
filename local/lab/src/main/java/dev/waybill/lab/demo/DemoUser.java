package dev.waybill.lab.demo;

import dev.waybill.lab.stack.Stack;
import java.util.UUID;

/** The user whom the demo acts as. */
final class DemoUser {
  static final String NAME = "demo-user";
  static final String TENANT = Stack.OPERATOR_TENANT;

  private DemoUser() {}

  /** Somebody to plan activities for, who had none before. */
  static String newColleague() {
    return "colleague-" + UUID.randomUUID().toString().substring(0, 8);
  }

  static String token(Stack stack, String... roles) {
    return stack.tokens().token(TENANT, NAME, roles);
  }
}
