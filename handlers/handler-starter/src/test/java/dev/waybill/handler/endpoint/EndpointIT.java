package dev.waybill.handler.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.endpoint.Api.Answer;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.state.DeliveryState;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.testsupport.servers.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** What operators see and order over HTTP, and who is let do so. */
class EndpointIT {

  private static final TokenIssuer ISSUER = new TokenIssuer();
  private static final String OPERATOR = ISSUER.token("platform", "anna", "operator");
  private static final String VIEWER = ISSUER.token("platform", "vera", "viewer");
  private static final String TENANT = ISSUER.token("acme", "olaf", "operator");
  private static final String OTHER = ISSUER.token("globex", "otto", "operator");

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  static Path folder;

  private final AtomicBoolean broken = new AtomicBoolean(true);
  private final AtomicInteger replays = new AtomicInteger();

  private Api serve() {
    return serve(Map.of());
  }

  private Api serve(Map<String, String> more) {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          if (broken.get()) {
            throw new IllegalStateException("secret of the payload");
          }
        });
    ParcelHandler.ACTS.put(
        "die",
        delivery -> {
          if (broken.get()) {
            throw new DeadLetterException("unknown-place", "there is no such place");
          }
          replays.addAndGet(delivery.replay() ? 1 : 0);
        });
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("server.port", "0");
    settings.put("server.address", "127.0.0.1");
    settings.put("waybill.handler.retry.pauses", "1h,1h");
    settings.put("waybill.handler.endpoint.operator-tenant", "platform");
    settings.put(
        "spring.security.oauth2.resourceserver.jwt.public-key-location",
        "file:" + ISSUER.writePublicKey(folder));
    return new Api(testbed.start(settings), OPERATOR);
  }

  private static String delivery(Parcel parcel) {
    return "/deliveries/" + parcel.id();
  }

  private static JsonNode carried(Api api, int version) {
    return api.as(VIEWER)
        .get("/carried?type=parcel.moved&version=" + version)
        .json()
        .path("handlers")
        .path(0);
  }

  private List<String> audit(Api api) {
    return api.as(OPERATOR)
        .get("/actions?limit=50")
        .json()
        .path("actions")
        .valueStream()
        .map(
            entry ->
                "%s %s %s of %s: %s"
                    .formatted(
                        entry.path("actor").asString(),
                        entry.path("action").asString(),
                        entry.path("selection").asString(),
                        entry.path("handler").asString(""),
                        entry.path("outcome").asString()))
        .toList();
  }

  @Test
  void showsAFailedDeliveryToItsTenantAndRetriesItNow() {
    testbed.topic().create(1);
    Parcel failing = Parcel.acting("parcel:0", "fail");
    Parcel behind = Parcel.of("parcel:0");
    Parcel third = Parcel.acting("parcel:1", "fail");
    Api api = serve();
    testbed.topic().send(failing, behind, third);
    testbed.awaitState(failing, "retry_scheduled");
    testbed.awaitState(third, "retry_scheduled");

    JsonNode seen = api.as(TENANT).get(delivery(failing)).delivery();
    assertThat(seen.path("handler").asString()).isEqualTo("parcels");
    assertThat(seen.path("state").asString()).isEqualTo("retry_scheduled");
    assertThat(seen.path("attempts").asInt()).isEqualTo(1);
    assertThat(seen.path("nextAttemptAt").asString()).endsWith("Z");
    assertThat(seen.path("error").path("code").asString()).isEqualTo("IllegalStateException");
    assertThat(seen.path("error").path("firstFailedAt").asString()).endsWith("Z");
    assertThat(seen.path("copy").path("topic").asString()).isEqualTo(testbed.topic().name());
    assertThat(seen.path("copy").path("offset").asString()).isEqualTo("0");
    assertThat(seen.toString()).doesNotContain("secret");
    assertThat(api.as(OTHER).get(delivery(failing)).status()).isEqualTo(404);
    assertThat(api.as(OTHER).executeForParcels(delivery(failing) + "/retry").status())
        .isEqualTo(404);
    JsonNode handler = api.as(VIEWER).get("/handlers").json().path("handlers").path(0);
    assertThat(handler.path("counts").path("retry_scheduled").asInt()).isEqualTo(2);
    assertThat(handler.path("counts").path("waiting").asInt()).isEqualTo(1);
    assertThat(handler.path("heldKeys").asInt()).isEqualTo(1);
    String reads = "[\"parcel.called v1\",\"parcel.moved v1\",\"parcel.moved v2\"]";
    assertThat(handler.path("reads").toString()).isEqualTo(reads);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode instance = api.as(VIEWER).get("/handlers/parcels").json().at("/instances/0");
              assertThat(instance.path("reads").toString()).isEqualTo(reads);
              assertThat(instance.path("live").asBoolean()).isTrue();
            });
    JsonNode carried = carried(api, 1);
    assertThat(carried.path("deliveries").asString()).isEqualTo("3");
    assertThat(carried.path("deadLetters").asString()).isEqualTo("0");
    assertThat(carried(api, 2).path("deliveries").asString()).isEqualTo("0");

    broken.set(false);
    assertThat(api.executeForParcels(delivery(behind) + "/retry").outcome())
        .isEqualTo("waits-for-its-key");
    Answer plan = api.as(TENANT).post(delivery(failing) + "/retry", "{\"reason\": \"x\"}");
    assertThat(plan.outcome()).isEqualTo("due-now");
    assertThat(testbed.database().state(failing.id())).isEqualTo("retry_scheduled");
    Answer retried = api.as(TENANT).execute(delivery(failing) + "/retry");
    assertThat(retried.outcome()).as(retried.body()).isEqualTo("due-now");
    testbed.awaitHandled(List.of(failing, behind));

    JsonNode scheduled = api.post("/handlers/parcels/retry", "{\"reason\": \"x\"}").json();
    assertThat(scheduled.path("deliveries").asInt()).isEqualTo(1);
    assertThat(scheduled.path("errors").path(0).path("errorCode").asString())
        .isEqualTo("IllegalStateException");
    String now =
        "{\"reason\": \"mended\", \"execute\": true, \"failedBefore\": \"%s\"}"
            .formatted(scheduled.path("failedBefore").asString());
    assertThat(api.as(OTHER).post("/handlers/parcels/retry", now).body()).contains("0 deliveries");
    assertThat(api.post("/handlers/parcels/retry", now).body()).contains("1 deliveries due now");
    testbed.awaitHandled(List.of(third));
    assertThat(carried(api, 1).path("deliveries").asString()).isEqualTo("0");
    testbed.database().assertEachOnce(List.of(failing, behind, third));
    assertThat(api.execute(delivery(failing) + "/retry").json().path("items").isEmpty()).isTrue();
    assertThat(api.executeForParcels(delivery(failing) + "/retry").outcome())
        .isEqualTo("already-done");
    assertThat(audit(api))
        .contains("acme/olaf retry message " + failing.id() + " of parcels: due-now")
        .anyMatch(line -> line.startsWith("platform/anna retry-scheduled retry_scheduled, failed"))
        .noneMatch(line -> line.startsWith("globex/otto retry message"));
  }

  @Test
  void readsADeadLetterBackFromItsTopicAndSaysWhenItIsNotThereAnyMore() {
    testbed.topic().create(1).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "die");
    Parcel behind = Parcel.of("parcel:0");
    Parcel lost = Parcel.acting("parcel:1", "die");
    Api api = serve();
    testbed.topic().send(dead, behind, lost);
    testbed.awaitDeadLetters(2);
    // The one that waits has its bytes; the dead ones have not.
    await().atMost(ParcelTestbed.PATIENCE).until(() -> testbed.database().keptRecords() == 1);
    JsonNode seen = api.get(delivery(dead)).delivery();
    assertThat(seen.path("state").asString()).isEqualTo("dead_letter");
    assertThat(seen.path("deaths").asInt()).isEqualTo(1);
    assertThat(seen.path("deadLetter").path("sent").asBoolean()).isTrue();
    assertThat(seen.path("deadLetter").path("offset").asString()).isIn("0", "1");

    assertThat(carried(api, 1).path("deadLetters").asString()).isEqualTo("2");
    assertThat(carried(api, 1).path("deliveries").asString()).isEqualTo("1");

    broken.set(false);
    String plan = api.post(delivery(dead) + "/retry", "{\"reason\": \"x\"}").body();
    assertThat(plan).contains("reopened", testbed.topic().deadLetters() + "-0@");
    Answer retried = api.execute(delivery(dead) + "/retry");
    assertThat(retried.outcome()).as(retried.body()).isEqualTo("reopened");
    testbed.awaitHandled(List.of(dead, behind));
    assertThat(replays).hasValue(1);
    assertThat(testbed.database().steps("parcel:0")).isSorted();
    JsonNode after = api.get(delivery(dead)).delivery();
    assertThat(after.path("state").asString()).isEqualTo("completed");
    assertThat(after.path("deadLetter").path("resolution").asString()).isEqualTo("replayed");
    assertThat(after.path("deadLetter").path("resolved").path("by").asString())
        .isEqualTo("platform/anna");
    assertThat(after.path("replay").path("outcome").asString()).isEqualTo("accepted");

    testbed.topic().removeDeadLetters();
    Answer gone = api.executeForParcels(delivery(lost) + "/retry");
    assertThat(gone.status()).isEqualTo(409);
    assertThat(gone.body()).contains("record-gone", "does not have the record at", "remedy");
    assertThat(testbed.database().state(lost.id())).isEqualTo("dead_letter");
    assertThat(audit(api))
        .contains(
            "platform/anna retry message " + dead.id() + " of parcels: reopened",
            "platform/anna retry message " + lost.id() + " of parcels: record-gone");
    testbed.database().assertEachOnce(List.of(dead, behind));
  }

  /** The dead-letter topic is not there: the inbox still has the bytes. */
  @Test
  void resolvingADeadLetterFreesItsKeyAndReopeningOneRunsItFromTheInbox() {
    testbed.topic().create(1);
    Parcel dead = Parcel.acting("parcel:0", "die");
    Parcel behind = Parcel.of("parcel:0");
    Parcel again = Parcel.acting("parcel:1", "die");
    Parcel othersWord = Parcel.acting("parcel:2", "die");
    Api api = serve();
    testbed.topic().send(dead, behind, again, othersWord);
    testbed.awaitState(dead, "dead_letter");
    testbed.awaitState(again, "dead_letter");
    testbed.awaitState(othersWord, "dead_letter");
    JsonNode handler = api.get("/handlers/parcels").json();
    assertThat(handler.path("deadLetters").path("open").asInt()).isEqualTo(3);
    assertThat(handler.path("deadLetters").path("unsent").asInt()).isEqualTo(3);
    assertThat(testbed.database().state(behind.id())).isEqualTo("waiting");

    broken.set(false);
    assertThat(api.as(TENANT).executeForParcels(delivery(again) + "/retry").outcome())
        .isEqualTo("reopened");
    testbed.awaitHandled(List.of(again));
    assertThat(replays).hasValue(1);
    assertThat(testbed.database().state(behind.id())).isEqualTo("waiting");

    assertThat(api.as(OTHER).executeForParcels(delivery(dead) + "/resolve").status())
        .isEqualTo(404);
    assertThat(api.as(TENANT).executeForParcels(delivery(dead) + "/resolve").outcome())
        .isEqualTo("resolved");
    testbed.awaitHandled(List.of(behind));
    JsonNode resolved = api.get(delivery(dead)).delivery();
    assertThat(resolved.path("state").asString()).isEqualTo("ignored");
    assertThat(resolved.path("deadLetter").path("resolution").asString()).isEqualTo("resolved");
    assertThat(resolved.path("deadLetter").path("resolved").path("reason").asString())
        .isEqualTo("a test wants it");
    assertThat(testbed.database().effects(dead.id())).isZero();
    assertThat(api.executeForParcels(delivery(othersWord) + "/resolve").outcome())
        .isEqualTo("resolved");
    assertThat(testbed.database().keptRecords()).isZero();
    assertThat(resolver(api.as(VIEWER), othersWord)).isEqualTo("platform/anna: a test wants it");
    assertThat(resolver(api.as(TENANT), othersWord)).as("of another tenant").isEqualTo("-: -");
    assertThat(resolver(api.as(TENANT), dead)).isEqualTo("acme/olaf: a test wants it");
    assertThat(api.executeForParcels(delivery(dead) + "/resolve").status()).isEqualTo(409);
    assertThat(api.executeForParcels(delivery(dead) + "/retry").outcome())
        .isEqualTo("already-done");
  }

  private static String resolver(Api api, Parcel parcel) {
    JsonNode resolved = api.get(delivery(parcel)).delivery().path("deadLetter").path("resolved");
    assertThat(resolved.path("at").asString()).endsWith("Z");
    return resolved.path("by").asString("-") + ": " + resolved.path("reason").asString("-");
  }

  /** A full inbox takes in nothing new; what it has goes on, also at somebody's word. */
  @Test
  void reopensADeadLetterWhileTheInboxIsFullAndLosesNothing() {
    testbed.topic().create(1).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "die");
    List<Parcel> failing =
        IntStream.range(1, 4).mapToObj(i -> Parcel.acting("parcel:" + i, "fail")).toList();
    Api api = serve(Map.of("waybill.handler.inbox.max-waiting", "3"));
    testbed.topic().send(dead);
    testbed.topic().send(failing);
    testbed.awaitDeadLetters(1);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(
            () ->
                String.valueOf(api.instance().board().all().get(0).held()).contains("max-waiting"));
    Parcel more = Parcel.of("parcel:0");
    testbed.topic().send(more);

    broken.set(false);
    Answer retried = api.executeForParcels(delivery(dead) + "/retry");
    assertThat(retried.outcome()).as(retried.body()).isEqualTo("reopened");
    testbed.awaitState(dead, "completed");
    assertThat(replays).hasValue(1);
    assertThat(testbed.database().countInState("retry_scheduled")).isEqualTo(failing.size());
    assertThat(testbed.database().state(more.id())).isEmpty();

    testbed.database().makeDue();
    List<Parcel> all = new ArrayList<>(failing);
    all.addAll(List.of(dead, more));
    testbed.awaitHandled(all);
    testbed.database().assertEachOnce(all);
    assertThat(testbed.database().steps("parcel:0")).isSorted();
  }

  @Test
  void countsEachDeliveryInTheMinuteOfItsRecordedTimeToItsTenant() {
    testbed.topic().create(1);
    Api api = serve();
    Parcel last = recorded(Parcel.of("parcel:0"), "2026-03-01T08:15:59.999999999Z");
    testbed
        .topic()
        .send(
            recorded(Parcel.of("parcel:0"), "2026-03-01T08:15:00Z"),
            recorded(Parcel.of("parcel:0"), "2026-03-01T08:17:00Z"),
            recorded(Parcel.of("parcel:0"), "2026-03-01T08:14:59.999999Z"),
            recorded(Parcel.acting("parcel:1", "fail"), "2026-03-01T08:15:10Z"),
            recorded(Parcel.of("parcel:1"), "2026-03-01T09:15:20+01:00"),
            recorded(Parcel.acting("parcel:2", "die"), "2026-03-01T08:16:30Z"),
            recorded(Parcel.of("parcel:3"), "2026-03-01T08:16:30Z").asCall(),
            recorded(Parcel.of("parcel:4"), "yesterday"),
            Parcel.of("parcel:4"),
            // It stands for a record of somebody else, so it is no message of this minute.
            recorded(Parcel.of("parcel:4"), "2026-03-01T08:15:00Z").with("waybill-handler", "x"),
            last);
    testbed.awaitHandled(List.of(last));
    testbed.awaitDeliveries(11);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(counts(api.as(TENANT), "2026-03-01T08:15:00Z", "2026-03-01T08:17:00Z"))
                    .containsExactly(
                        "2026-03-01T08:15:00Z completed 2 retry_scheduled 1 waiting 1",
                        "2026-03-01T08:16:00Z completed 1 dead_letter 1"));
    JsonNode all = minutes(api, "2026-03-01T08:15:00Z", "2026-03-01T08:17:00Z");
    assertThat(all.path("untimed").asInt()).isEqualTo(3);
    assertThat(all.path("tenant").isNull()).isTrue();

    // The dead one is first: it holds the others.
    testbed.database().deliver("globex", "dead_letter", "2026-03-01T08:16:00Z");
    // Of each state another number, so that none is shown under the name of another.
    int deliveries = 0;
    for (Class<?> state : DeliveryState.class.getPermittedSubclasses()) {
      String name =
          state.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      deliveries++;
      for (int i = 0; i < deliveries; i++) {
        testbed.database().deliver("globex", name, "2026-03-01T08:18:00+00");
      }
    }
    testbed.database().deliver("globex", "completed", null);
    String each =
        "completed 5 dead_letter 8 ignored 7 pending 1 processing 3 retry_scheduled 4"
            + " skipped_unsupported_version 6 waiting 2";
    assertThat(counts(api.as(OTHER), "2026-03-01T08:15:00Z", "2026-03-01T08:19:00Z"))
        .containsExactly(
            "2026-03-01T08:15:00Z",
            "2026-03-01T08:16:00Z dead_letter 1",
            "2026-03-01T08:17:00Z",
            "2026-03-01T08:18:00Z " + each);
    assertThat(counts(api.as(VIEWER), "2026-03-01T08:16:00Z", "2026-03-01T08:19:00Z"))
        .containsExactly(
            "2026-03-01T08:16:00Z completed 1 dead_letter 2",
            "2026-03-01T08:17:00Z completed 1",
            "2026-03-01T08:18:00Z " + each);
    JsonNode own = minutes(api.as(OTHER), "2026-03-01T08:15:00Z", "2026-03-01T08:17:00Z");
    assertThat(own.path("untimed").asInt()).isEqualTo(1);
    assertThat(own.path("tenant").asString()).isEqualTo("globex");
    assertThat(minutes(api, "2026-03-01T04:00:00Z", "2026-03-01T08:00:00Z").path("minutes"))
        .hasSize(240);
  }

  @Test
  void listsWhatIsNotFinishedPageByPageToItsTenant() {
    testbed.topic().create(1);
    Api api = serve();
    Parcel handled = Parcel.of("parcel:0");
    Parcel failing = Parcel.acting("parcel:0", "fail");
    Parcel behind = Parcel.of("parcel:0");
    Parcel dead = Parcel.acting("parcel:1", "die");
    testbed.topic().send(handled, failing, behind, dead);
    testbed.awaitState(dead, "dead_letter");
    testbed.awaitState(failing, "retry_scheduled");

    Api tenant = api.as(TENANT);
    assertThat(ids(tenant.get("/deliveries?limit=3")))
        .containsExactly(id(dead), id(behind), id(failing));
    JsonNode letter = tenant.get("/deliveries?state=dead_letter&handler=parcels").delivery();
    assertThat(letter.path("messageId").asString()).isEqualTo(id(dead));
    assertThat(letter.path("error").path("code").asString()).isEqualTo("unknown-place");
    assertThat(letter.path("error").path("lastFailedAt").asString()).endsWith("Z");
    assertThat(letter.path("deadLetter").path("resolution").asString()).isEqualTo("open");
    assertThat(ids(tenant.get("/deliveries?state=dead_letter"))).containsExactly(id(dead));
    assertThat(ids(tenant.get("/deliveries?state=waiting"))).containsExactly(id(behind));
    assertThat(tenant.get("/deliveries?errorCode=IllegalStateException").body())
        .contains(id(failing))
        .doesNotContain(id(dead), "secret", "payload", "parcel\"");
    assertThat(ids(api.as(OTHER).get("/deliveries"))).isEmpty();

    List<String> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      others.add(0, testbed.database().deliver("globex", "dead_letter", null).toString());
    }
    assertThat(ids(api.as(OTHER).get("/deliveries"))).isEqualTo(others);
    assertThat(api.as(OTHER).get("/deliveries?limit=4").json().path("next").isNull()).isTrue();
    JsonNode first = api.as(OTHER).get("/deliveries?state=dead_letter&limit=2").json();
    String late = testbed.database().deliver("globex", "dead_letter", null).toString();
    String next = "/deliveries?state=dead_letter&limit=2&before=" + first.path("next").asString();
    assertThat(ids(first)).isEqualTo(others.subList(0, 2));
    assertThat(ids(api.as(OTHER).get(next))).isEqualTo(others.subList(2, 4));
    assertThat(api.as(OTHER).get(next).json().path("next").isNull()).isTrue();
    assertThat(ids(api.as(OTHER).get("/deliveries?limit=1"))).containsExactly(late);
    assertThat(ids(api.get("/deliveries"))).hasSize(8);
    assertThat(audit(api)).isEmpty();
  }

  /** Sums over all tenants, and who holds a handler and why, are for those who run it. */
  @Test
  void tellsATenantItsOwnCountsAndOfAPauseOnlyThatThereIsOne() {
    testbed.topic().create(1);
    Api api = serve();
    for (String tenant : List.of("acme", "globex", "globex")) {
      for (String state : List.of("dead_letter", "waiting", "retry_scheduled")) {
        testbed.database().deliver(tenant, state, null);
      }
    }
    testbed.database().buryWhatIsDead();
    assertThat(api.execute("/handlers/parcels/pause").status()).isEqualTo(200);

    assertThat(counts(api.as(TENANT))).isEqualTo("acme: 1 waiting, 1 retried, 1 dead, 1 unsent");
    assertThat(counts(api.as(OTHER))).isEqualTo("globex: 2 waiting, 2 retried, 2 dead, 2 unsent");
    assertThat(counts(api.as(VIEWER))).isEqualTo("all: 3 waiting, 3 retried, 3 dead, 3 unsent");
    JsonNode listed = api.as(TENANT).get("/handlers").json().path("handlers").path(0);
    assertThat(listed.path("counts").path("waiting").asInt()).isEqualTo(1);
    JsonNode seen = api.as(TENANT).get("/handlers/parcels").json().path("paused");
    assertThat(seen.path("at").asString()).endsWith("Z");
    assertThat(seen.path("by").isNull() && seen.path("reason").isNull()).as("%s", seen).isTrue();
    assertThat(listed.toString()).doesNotContain("anna", "a test wants it");
    assertThat(api.as(VIEWER).get("/handlers/parcels").json().at("/paused/by").asString())
        .isEqualTo("platform/anna");
    // That a reader is needed is everybody's to know, for whose messages is not.
    JsonNode carried =
        api.as(TENANT).get("/carried?type=parcel.moved&version=1").json().at("/handlers/0");
    assertThat(carried.path("deliveries").asString()).isEqualTo("1");
    assertThat(carried.path("deadLetters").asString()).isEqualTo("1");
    assertThat(carried(api, 1).path("deliveries").asString()).isEqualTo("6");
    assertThat(carried(api, 1).path("deadLetters").asString()).isEqualTo("3");
  }

  private static String counts(Api api) {
    JsonNode handler = api.get("/handlers/parcels").json();
    return "%s: %d waiting, %d retried, %d dead, %d unsent"
        .formatted(
            handler.path("tenant").asString("all"),
            handler.path("counts").path("waiting").asInt(),
            handler.path("counts").path("retry_scheduled").asInt(),
            handler.path("deadLetters").path("open").asInt(),
            handler.path("deadLetters").path("unsent").asInt());
  }

  private static Parcel recorded(Parcel parcel, String time) {
    return parcel.with(WireHeaders.RECORDED_TIME, time);
  }

  private static JsonNode minutes(Api api, String from, String to) {
    Answer answer = api.get("/handlers/parcels/minutes?from=" + from + "&to=" + to);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  /** Each minute with its numbers that are not 0, by their name. */
  private static List<String> counts(Api api, String from, String to) {
    return minutes(api, from, to)
        .path("minutes")
        .valueStream()
        .map(
            minute ->
                minute.path("minute").asString()
                    + minute
                        .propertyStream()
                        .filter(count -> count.getValue().asInt(0) > 0)
                        .map(count -> " " + count.getKey() + " " + count.getValue().asInt())
                        .sorted()
                        .collect(Collectors.joining()))
        .toList();
  }

  private static String id(Parcel parcel) {
    return parcel.id().toString();
  }

  private static List<String> ids(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return ids(answer.json());
  }

  private static List<String> ids(JsonNode list) {
    return list.path("deliveries")
        .valueStream()
        .map(delivery -> delivery.path("messageId").asString())
        .toList();
  }

  @Test
  void aPauseHoldsEveryInstanceUntilItIsResumed() {
    testbed.topic().create(2);
    Api one = serve();
    Api other = serve();
    testbed.awaitMembers(2);

    assertThat(one.post("/handlers/parcels/pause", "{\"reason\": \"x\"}").json().path("executed"))
        .asString()
        .isEqualTo("false");
    Answer paused = one.execute("/handlers/parcels/pause");
    assertThat(paused.status()).as(paused.body()).isEqualTo(200);
    assertThat(other.execute("/handlers/parcels/pause").status()).isEqualTo(409);
    JsonNode seen = other.get("/handlers/parcels").json().path("paused");
    assertThat(seen.path("by").asString()).isEqualTo("platform/anna");
    assertThat(seen.path("reason").asString()).isEqualTo("a test wants it");
    for (Api api : List.of(one, other)) {
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(() -> String.valueOf(api.instance().board().all().get(0).held()).contains("anna"));
    }
    List<Parcel> parcels = List.of(Parcel.of("parcel:0").to(0), Parcel.of("parcel:1").to(1));
    testbed.topic().send(parcels);
    // Ten polls, which would have brought them.
    await()
        .during(Duration.ofSeconds(1))
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> testbed.database().deliveries() == 0);

    assertThat(other.execute("/handlers/parcels/resume").status()).isEqualTo(200);
    testbed.awaitHandled(parcels);
    assertThat(one.execute("/handlers/parcels/resume").status()).isEqualTo(409);
  }

  /** Neither what waits in its inbox nor what waits on its topic, however often it starts. */
  @Test
  void anInstanceThatStartsWhileItIsPausedRunsNothing() {
    testbed.topic().create(1);
    List<Parcel> due =
        IntStream.range(0, 10).mapToObj(i -> Parcel.acting("parcel:" + i, "fail")).toList();
    Api api = serve();
    testbed.topic().send(due);
    due.forEach(parcel -> testbed.awaitState(parcel, "retry_scheduled"));
    assertThat(api.execute("/handlers/parcels/pause").status()).isEqualTo(200);
    api.instance().close();
    testbed
        .database()
        .owner()
        .sql("UPDATE inbox.delivery SET next_attempt_at = clock_timestamp()")
        .update();
    broken.set(false);
    Parcel unread = Parcel.of("parcel:unread");
    testbed.topic().send(unread);

    Api last = serve();
    for (int start = 0; start < 3; start++) {
      Api instance = last;
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(
              () ->
                  String.valueOf(instance.instance().board().all().get(0).held()).contains("anna"));
      assertThat(testbed.database().countInState("retry_scheduled")).isEqualTo(10);
      assertThat(testbed.database().deliveries()).isEqualTo(10);
      if (start < 2) {
        last.instance().close();
        last = serve();
      }
    }
    assertThat(last.execute("/handlers/parcels/resume").status()).isEqualTo(200);
    due.forEach(parcel -> testbed.awaitState(parcel, "completed"));
    testbed.awaitHandled(List.of(unread));
  }

  /** While the handler is held nobody else takes them. */
  @Test
  void takesClaimsBackFromAnInstanceThatIsGone() {
    testbed.topic().create(1);
    Parcel left = Parcel.acting("parcel:0", "fail");
    Parcel held = Parcel.acting("parcel:1", "fail");
    Api api = serve();
    testbed.topic().send(left, held);
    testbed.awaitState(left, "retry_scheduled");
    testbed.awaitState(held, "retry_scheduled");
    assertThat(api.execute("/handlers/parcels/pause").status()).isEqualTo(200);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> String.valueOf(api.instance().board().all().get(0).held()).contains("anna"));
    testbed.database().claimForTheDead(Duration.ofSeconds(-1));
    testbed.database().extendLease(held.id(), Duration.ofHours(1));

    String path = "/handlers/parcels/recover-stale";
    assertThat(api.post(path, "{\"reason\": \"x\"}").body())
        .contains("1 claims whose lease is over");
    assertThat(testbed.database().leases()).isEqualTo(2);
    assertThat(api.execute(path).body()).contains("1 claims recovered");
    assertThat(testbed.database().state(left.id())).isEqualTo("retry_scheduled");
    assertThat(testbed.database().state(held.id())).isEqualTo("processing");
    assertThat(api.execute(path).body()).contains("0 claims recovered");

    broken.set(false);
    assertThat(api.execute("/handlers/parcels/resume").status()).isEqualTo(200);
    testbed.awaitHandled(List.of(left));
    // The first failed, the second was the dead one's.
    assertThat(testbed.database().column(left.id(), "attempt", Integer.class)).isEqualTo(3);
    testbed.database().assertEachOnce(List.of(left));
    assertThat(audit(api))
        .contains(
            "platform/anna recover-stale claims whose lease is over of parcels: 1 claims recovered");
  }

  @Test
  void letsNobodyDoWhatTheyMayNotAndNamesWhatIsWrong() {
    testbed.topic().create(1);
    Parcel parcel = Parcel.of("parcel:0");
    Api api = serve();
    testbed.topic().send(parcel);
    testbed.awaitHandled(List.of(parcel));

    for (String verb : List.of("pause", "resume", "recover-stale")) {
      String path = "/handlers/parcels/" + verb;
      assertThat(api.as(null).execute(path).status()).isEqualTo(401);
      assertThat(api.as(VIEWER).execute(path).body()).contains("forbidden", "operator");
      Answer tenant = api.as(TENANT).execute(path);
      assertThat(tenant.status()).isEqualTo(403);
      assertThat(tenant.body()).contains("waybill.handler.endpoint.operator-tenant");
      assertThat(audit(api))
          .contains(
              "platform/vera " + verb + " handler of parcels: denied: the role operator is missing",
              "acme/olaf " + verb + " handler of parcels: denied: it concerns all tenants");
    }
    assertThat(api.as(VIEWER).execute("/handlers/parcels/retry").status()).isEqualTo(403);
    assertThat(api.as(VIEWER).executeForParcels(delivery(parcel) + "/retry").status())
        .isEqualTo(403);
    assertThat(api.as(VIEWER).executeForParcels(delivery(parcel) + "/resolve").status())
        .isEqualTo(403);
    assertThat(audit(api))
        .contains(
            "platform/vera resolve message "
                + parcel.id()
                + " of parcels: denied: the role operator is missing");
    String stranger = ISSUER.token("acme", "sam", "activity-writer");
    String minutes = "/handlers/parcels/minutes?from=2026-03-01T08:00:00Z&to=";
    for (String path :
        List.of(
            "/handlers",
            "/handlers/parcels",
            minutes + "2026-03-01T08:01:00Z",
            delivery(parcel),
            "/deliveries",
            "/carried?type=parcel.moved&version=1",
            "/actions")) {
      assertThat(api.as(null).get(path).status()).isEqualTo(401);
      assertThat(api.as(stranger).get(path).status()).isEqualTo(403);
    }
    assertThat(api.as(TENANT).get("/actions").status()).isEqualTo(403);
    assertThat(api.execute("/handlers/parcels/recover-stale").body()).contains("0 claims");

    names(api.post("/handlers/parcels/pause", "{\"execute\": true}"), "reason");
    names(api.post("/handlers/parcels/pause", "{\"reason\": \" \"}"), "reason");
    String endless = "{\"reason\": \"" + "x".repeat(501) + "\"}";
    names(api.post("/handlers/parcels/pause", endless), "reason");
    names(api.post("/handlers/parcels/pause", "{\"reason\""), "body");
    names(api.post("/handlers/parcels/pause", ""), "body");
    names(api.execute("/handlers/parcels/retry"), "failedBefore");
    String monday = "{\"reason\": \"x\", \"failedBefore\": \"monday\"}";
    names(api.post("/handlers/parcels/retry", monday), "failedBefore");
    names(
        api.post("/handlers/parcels/retry", "{\"reason\": \"x\", \"errorCode\": \"\\u0000\"}"),
        "errorCode");
    names(api.post(delivery(parcel) + "/retry", "{\"reason\": \"x\", \"hander\": 1}"), "hander");
    names(api.execute(delivery(parcel) + "/resolve"), "handler");
    names(api.get("/deliveries/none"), "messageId");
    names(api.get("/actions?limit=0"), "limit");
    names(api.get("/actions?limt=1"), "limt");
    names(api.get("/deliveries?limit=201"), "limit");
    names(api.get("/deliveries?limit=0"), "limit");
    names(api.get("/deliveries?state=completed"), "state");
    names(api.get("/deliveries?stat=waiting"), "stat");
    names(api.get("/deliveries?errorCode="), "errorCode");
    names(api.get("/deliveries?before=tomorrow"), "before");
    assertThat(api.get("/deliveries?handler=nobody").status()).isEqualTo(404);
    names(api.get("/handlers/parcels/minutes?to=2026-03-01T08:00:00Z"), "from");
    names(api.get("/handlers/parcels/minutes?from=2026-03-01T08:00:00Z"), "to");
    names(api.get(minutes + "monday"), "to");
    names(api.get(minutes + "2026-03-01T08:00:30Z"), "to");
    names(api.get(minutes + "2026-03-01T08:00:00Z"), "to");
    names(api.get(minutes + "2026-03-01T12:01:00Z"), "to");
    assertThat(api.get("/handlers/nobody/minutes").status()).isEqualTo(404);
    names(api.get("/carried?type=parcel.moved"), "version");
    names(api.get("/carried?type=Parcel&version=1"), "type");
    Answer unknown = api.execute("/handlers/nobody/pause");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).contains("unknown-handler", "parcels");
    assertThat(api.get("/deliveries/0190a5c2-7f3e-7000-8000-0123456789ab").body())
        .contains("unknown-message", "remedy");
    assertThat(testbed.database().state(parcel.id())).isEqualTo("completed");
  }

  @Test
  void nobodyOfTheServiceCanAlterTheAudit() {
    testbed.topic().create(1);
    Api api = serve();
    testbed.awaitMembers(1);
    assertThat(api.execute("/handlers/parcels/recover-stale").status()).isEqualTo(200);
    JdbcClient service = api.instance().context().getBean(JdbcClient.class);

    for (String sql :
        List.of(
            "UPDATE inbox.action SET reason = 'another'",
            "DELETE FROM inbox.action",
            "TRUNCATE inbox.action")) {
      assertThatThrownBy(() -> service.sql(sql).update())
          .as(sql)
          .hasStackTraceContaining("permission denied");
    }
    assertThat(audit(api)).hasSize(1);
  }

  private static void names(Answer answer, String field) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("errors").path(0).path("field").asString()).isEqualTo(field);
    assertThat(answer.json().path("remedy").asString()).isNotBlank();
  }
}
