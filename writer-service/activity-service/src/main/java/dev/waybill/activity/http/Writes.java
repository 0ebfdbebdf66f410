package dev.waybill.activity.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.activity.command.CommandBus;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.repeat.Answer;
import dev.waybill.activity.request.Command;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Gives a request's command to the bus and makes its answer an answer of HTTP. Thread-safe. */
@Component
@ApiRole
class Writes {

  /** Says that nothing was done now: the answer is that of an earlier request. */
  static final String REPLAYED = "Idempotency-Replayed";

  private final CommandBus commands;
  private final JsonMapper json;

  Writes(CommandBus commands, JsonMapper json) {
    this.commands = commands;
    this.json = json;
  }

  /** 201 with the activity and where it is. */
  ResponseEntity<byte[]> create(Command command, Context context) {
    return run(command, context, made -> Answer.of(201, "/activities/" + made.id(), view(made)));
  }

  /** 200 with the activity. */
  ResponseEntity<byte[]> change(Command command, Context context) {
    return run(command, context, changed -> Answer.of(200, null, view(changed)));
  }

  /** 204, since there is nothing left to show. */
  ResponseEntity<byte[]> delete(Command command, Context context) {
    return run(command, context, gone -> Answer.of(204, null, null));
  }

  private ResponseEntity<byte[]> run(
      Command command, Context context, Function<Activity, Answer> rendering) {
    Answer answer = commands.execute(command, context, rendering);
    String body = answer.body();
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(answer.status()).headers(headers(answer));
    return body == null
        ? response.build()
        : response.contentType(MediaType.APPLICATION_JSON).body(body.getBytes(UTF_8));
  }

  private static HttpHeaders headers(Answer answer) {
    HttpHeaders headers = new HttpHeaders();
    String location = answer.location();
    if (location != null) {
      headers.set(HttpHeaders.LOCATION, location);
    }
    if (answer.repeated()) {
      headers.set(REPLAYED, "true");
    }
    return headers;
  }

  private String view(Activity activity) {
    return json.writeValueAsString(ActivityView.of(activity));
  }
}
