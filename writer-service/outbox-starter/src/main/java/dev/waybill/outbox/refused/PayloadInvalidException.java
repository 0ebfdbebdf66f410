package dev.waybill.outbox.refused;

import dev.waybill.contract.catalogue.Violation;
import dev.waybill.contract.message.MessageType;
import java.util.List;
import java.util.stream.Collectors;

/** The payload is not JSON, or breaks the schema of its type and version. */
public final class PayloadInvalidException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  private final transient List<Violation> violations;

  public PayloadInvalidException(MessageType type, List<Violation> violations) {
    super(
        "the payload of "
            + type
            + " breaks its schema: "
            + violations.stream()
                .map(violation -> field(violation) + " " + violation.message())
                .collect(Collectors.joining("; ")),
        field(violations.get(0)),
        "Make the payload as v" + type.version() + ".schema.json says, or stage a newer version.");
    this.violations = List.copyOf(violations);
  }

  /** Every violation, the first of which is named by {@link #field()}. */
  public List<Violation> violations() {
    return violations;
  }

  private static String field(Violation violation) {
    return "payload" + violation.field();
  }
}
