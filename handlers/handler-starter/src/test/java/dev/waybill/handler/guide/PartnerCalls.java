package dev.waybill.handler.guide;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Processing;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.outcome.RetryAfterException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;

/** Tells a partner of new activities. */
@WaybillHandler(id = "partner")
class PartnerCalls {

  private final HttpClient http;
  private final URI partner;

  PartnerCalls(HttpClient http, @Value("${partner.url}") URI partner) {
    this.http = http;
    this.partner = partner;
  }

  // guide: call
  @Handles(
      type = "activity.created",
      versions = {1, 2},
      processing = Processing.SINGLE)
  void on(ActivityCreated event, Delivery delivery) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(partner)
            .timeout(Duration.ofSeconds(20))
            .header("Idempotency-Key", delivery.id().toString())
            .POST(BodyPublishers.ofString(event.subject()))
            .build();
    HttpResponse<Void> answer = http.send(request, BodyHandlers.discarding());
    switch (answer.statusCode()) {
      case 200, 201, 204 -> {}
      case 410 -> throw new IgnoreMessageException("the partner wants no news any more");
      case 422 -> throw new DeadLetterException("partner-refuses", "the partner refuses it");
      case 429 -> throw new RetryAfterException(Duration.ofSeconds(30), "the partner is busy");
      default -> throw new IOException("the partner answered " + answer.statusCode());
    }
  }

  // guide: end
}
