package dev.waybill.cli.message;

import dev.waybill.cli.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Whether a message is complete: the relay has sent it to each of its handlers or has given that
 * up, and at each of them it is at its end. One thing that is open outweighs all that is unknown.
 *
 * @param because why not; empty when it is complete
 */
record Completeness(Word word, List<String> because) {

  /** The verdict itself. */
  enum Word {
    COMPLETE("complete", ExitCode.OK),
    NOT_COMPLETE("not complete", ExitCode.PARTLY),
    UNKNOWN("unknown", ExitCode.UNREACHABLE);

    private final String words;
    private final ExitCode code;

    Word(String words, ExitCode code) {
      this.words = words;
      this.code = code;
    }

    String words() {
      return words;
    }

    ExitCode code() {
      return code;
    }
  }

  Completeness {
    because = List.copyOf(because);
  }

  /**
   * Judges.
   *
   * @param relay what the relay says of the message
   */
  static Completeness of(JsonNode relay, List<HandlerPart> parts) {
    List<String> open = new ArrayList<>();
    String state = relay.path("state").asString("");
    if (state.equals("pending") || state.equals("processing")) {
      String error = relay.path("lastError").asString("");
      open.add("the relay has it " + state + (error.isEmpty() ? "" : ", " + error));
    }
    parts.forEach(part -> part.open().ifPresent(open::add));
    if (!open.isEmpty()) {
      return new Completeness(Word.NOT_COMPLETE, open);
    }
    List<String> unknown =
        Stream.concat(
                recipients(relay).stream(), parts.stream().flatMap(part -> part.unknown().stream()))
            .toList();
    return new Completeness(unknown.isEmpty() ? Word.COMPLETE : Word.UNKNOWN, unknown);
  }

  /** Why it is not known whom the relay sends it; empty when it is. */
  private static Optional<String> recipients(JsonNode relay) {
    if (!relay.has("handlers")) {
      return Optional.of("a relay of this version does not tell whom it sends a message");
    }
    return relay.path("handlers").isArray()
        ? Optional.empty()
        : Optional.of("the relay no longer knows whom it was sent");
  }

  /** For people, in one line. */
  String line(List<HandlerPart> parts) {
    if (word != Word.COMPLETE) {
      return "Message: " + word.words() + " because " + String.join("; ", because);
    }
    return parts.isEmpty()
        ? "Message: complete, nobody is sent it"
        : "Message: complete, every handler is at its end";
  }
}
