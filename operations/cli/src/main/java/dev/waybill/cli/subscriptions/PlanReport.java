package dev.waybill.cli.subscriptions;

import dev.waybill.cli.plan.Change;
import dev.waybill.cli.plan.FieldChange;
import dev.waybill.cli.plan.Notice;
import dev.waybill.cli.plan.Plan;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.Subscription;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A plan as text and as JSON. */
final class PlanReport {

  private final Plan plan;
  private final Optional<AppliedRevision> applied;

  PlanReport(Plan plan, Optional<AppliedRevision> applied) {
    this.plan = plan;
    this.applied = applied;
  }

  void print(Terminal terminal) {
    PrintWriter out = terminal.out();
    out.println(
        applied.map(one -> "Applied is " + one.describe()).orElse("No revision is applied yet."));
    if (plan.isEmpty()) {
      out.println("The files ask for exactly that: nothing to do.");
    } else {
      out.println("Plan for revision " + plan.next().revision() + ":");
      plan.changes().forEach(change -> print(change, terminal));
    }
    for (Notice notice : plan.notices()) {
      Style style = notice.refuses() ? Style.BAD : Style.WARNING;
      out.println(
          terminal.paint(style, word(notice)) + " " + notice.subject() + ": " + notice.message());
      out.println("        " + notice.remedy());
    }
    out.flush();
  }

  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("appliedRevision", String.valueOf(plan.applied().revision()));
    root.put("nextRevision", String.valueOf(plan.next().revision()));
    root.put("unchanged", plan.isEmpty());
    root.put("refused", plan.isRefused());
    ArrayNode changes = root.putArray("changes");
    plan.changes().forEach(change -> write(change, changes.addObject()));
    ArrayNode notices = root.putArray("notices");
    for (Notice notice : plan.notices()) {
      notices
          .addObject()
          .put("severity", word(notice))
          .put("subject", notice.subject())
          .put("message", notice.message())
          .put("remedy", notice.remedy());
    }
    return root;
  }

  private static void print(Change change, Terminal terminal) {
    PrintWriter out = terminal.out();
    String handler = change.handler().value();
    if (change instanceof Change.Added added) {
      out.println(
          terminal.paint(Style.GOOD, "  + " + handler) + "  " + summary(added.subscription()));
    } else if (change instanceof Change.Removed removed) {
      out.println(
          terminal.paint(Style.BAD, "  - " + handler) + "  " + removed.subscription().topic());
    } else if (change instanceof Change.Changed changed) {
      out.println(terminal.paint(Style.WARNING, "  ~ " + handler));
      changed.fields().forEach(field -> out.println("      " + line(field)));
    }
  }

  private static void write(Change change, ObjectNode node) {
    node.put("handler", change.handler().value());
    ArrayNode fields = JsonNodeFactory.instance.arrayNode();
    if (change instanceof Change.Added) {
      node.put("change", "added");
    } else if (change instanceof Change.Removed) {
      node.put("change", "removed");
    } else if (change instanceof Change.Changed changed) {
      node.put("change", "changed");
      for (FieldChange field : changed.fields()) {
        fields
            .addObject()
            .put("field", field.field())
            .put("from", field.from())
            .put("to", field.to());
      }
    }
    node.set("fields", fields);
  }

  private static String summary(Subscription subscription) {
    return SubscriptionWords.layout(subscription) + "; " + SubscriptionWords.types(subscription);
  }

  private static String line(FieldChange field) {
    if (field.from().isEmpty()) {
      return field.field() + ": " + field.to() + " (new)";
    }
    return field.field()
        + ": "
        + field.from()
        + " -> "
        + (field.to().isEmpty() ? "(gone)" : field.to());
  }

  private static String word(Notice notice) {
    return notice.severity().name().toLowerCase(Locale.ROOT);
  }
}
