package dev.waybill.cli.relay;

import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A recovery's plan as text and as JSON. */
final class RecoveryReport {

  private static final String COPIES =
      "a copy of a database comes without slots: when this is one (a restored backup, a promoted"
          + " standby, a clone) and its original is still served, do not go on, or both are"
          + " published; see runbooks/slot-lost.md, section 'is this a copy'";

  private final Recovery plan;
  private final String database;

  RecoveryReport(Recovery plan, String database) {
    this.plan = plan;
    this.database = database;
  }

  void print(Terminal terminal) {
    PrintWriter out = terminal.out();
    out.println("Relay " + plan.relay() + " in " + database);
    out.println("  installed  " + place());
    out.println("  slot       " + plan.installed().slot() + " " + slot());
    out.println("  waiting    " + plan.waiting().describe());
    if (plan.refusal().isPresent()) {
      out.flush();
      return;
    }
    if (plan.steps().isEmpty()) {
      out.println("Recovery was asked for already, or is under way: nothing to do.");
    } else {
      out.println("Plan:");
      plan.steps().forEach(step -> out.println("  - " + step.words()));
      out.println(terminal.paint(Style.WARNING, "warning") + " " + COPIES);
    }
    out.flush();
  }

  private String place() {
    Installed.Place place = plan.installed().place();
    return "at "
        + (place.address() == null ? "an unknown address" : place.address())
        + " on timeline "
        + (place.timeline() == null ? "unknown" : place.timeline())
        + "; this server is on timeline "
        + plan.installed().here().timeline();
  }

  private String slot() {
    return plan.slot().map(Slot::describe).orElse("is missing");
  }

  ObjectNode json(boolean executed) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("relay", plan.relay());
    root.put("database", database);
    Installed installed = plan.installed();
    root.putObject("installed")
        .put("address", installed.place().address())
        .put("timeline", text(installed.place().timeline()))
        .put("thisTimeline", text(installed.here().timeline()))
        .put("caughtUp", installed.caughtUp());
    root.set("slot", slotJson(installed.slot()));
    root.putObject("waiting")
        .put("rows", plan.waiting().rows())
        .put("more", plan.waiting().more())
        .put("oldest", text(plan.waiting().oldest()));
    ArrayNode steps = root.putArray("steps");
    plan.steps().forEach(step -> steps.add(step.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    root.put("warning", plan.steps().isEmpty() ? null : COPIES);
    root.put("refused", plan.refusal().orElse(null));
    return root.put("executed", executed);
  }

  private ObjectNode slotJson(String name) {
    return SlotJson.of(name, plan.slot());
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
