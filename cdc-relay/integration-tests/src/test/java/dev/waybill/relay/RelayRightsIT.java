package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** The relay needs no right in Kafka but those that the page for those who run it lists. */
class RelayRightsIT {

  private static final Path PAGE = Path.of("..", "..", "docs", "security-and-operations.md");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| relay \\| (transactional id, \\*\\*prefixed\\*\\*|topic) (of every handler|`[^`]+`) \\| ([A-Z_, ]+) \\|",
          Pattern.MULTILINE);
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"secret\"";

  @Test
  void publishesWithTheRightsThatThePageListsAndNamesOneThatIsMissing() throws Exception {
    try (LocalKafka kafka = broker();
        Admin admin = admin(kafka)) {
      RelayTestbed testbed = RelayTestbed.create(kafka);
      testbed.subscribe("timeline");
      makeTopics(admin, testbed);
      List<AclBinding> rights =
          ROW.matcher(Files.readString(PAGE))
              .results()
              .flatMap(row -> rights(testbed, row))
              .toList();
      assertThat(rights).hasSizeGreaterThan(8);
      grant(admin, rights.stream().filter(right -> !readsSettings(right)).toList());
      Map<String, String> settings = new HashMap<>();
      settings.put("waybill.relay.topics", "check");
      client("relay")
          .forEach(
              (name, value) -> settings.put("waybill.relay.kafka.properties[" + name + "]", value));
      try (InProcessRelay relay = InProcessRelay.start(testbed, settings)) {
        assertThat(
                relay
                    .awaitNotReady("the settings of topic " + ledger(testbed) + " cannot be read")
                    .remedy())
            .contains("DESCRIBE_CONFIGS");
        grant(admin, rights);
        relay.awaitStreaming();
        TestMessage message = TestMessage.of("parcel:1", 1);
        message.stage(testbed.as("waybill_writer"));
        await()
            .atMost(60, TimeUnit.SECONDS)
            .until(() -> testbed.states().containsValue("dispatched"));
      }
    }
  }

  private static LocalKafka broker() {
    return LocalKafka.builder()
        .setting("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT")
        .setting("inter.broker.listener.name", "PLAINTEXT")
        .setting("sasl.enabled.mechanisms", "PLAIN")
        .setting("sasl.mechanism.inter.broker.protocol", "PLAIN")
        .setting(
            "listener.name.plaintext.plain.sasl.jaas.config",
            LOGIN.formatted("broker") + " user_broker=\"secret\" user_relay=\"secret\";")
        .setting("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
        .setting("allow.everyone.if.no.acl.found", "false")
        // Controllers speak among themselves without a login.
        .setting("super.users", "User:broker;User:ANONYMOUS")
        .start();
  }

  private static Map<String, String> client(String user) {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        LOGIN.formatted(user) + ";");
  }

  private static Admin admin(LocalKafka kafka) {
    Map<String, Object> settings = new HashMap<>(client("broker"));
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    return Admin.create(settings);
  }

  private static void makeTopics(Admin admin, RelayTestbed testbed) throws Exception {
    admin
        .createTopics(
            List.of(
                new NewTopic(ledger(testbed), 1, (short) 1)
                    .configs(Map.of("cleanup.policy", "compact")),
                new NewTopic(testbed.topic("timeline"), 3, (short) 1)))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  private static void grant(Admin admin, List<AclBinding> rights) throws Exception {
    admin.createAcls(rights).all().get(30, TimeUnit.SECONDS);
  }

  private static String ledger(RelayTestbed testbed) {
    return testbed.name() + ".internal." + testbed.name() + ".ledger";
  }

  private static boolean readsSettings(AclBinding right) {
    return right.entry().operation() == AclOperation.DESCRIBE_CONFIGS;
  }

  private static Stream<AclBinding> rights(RelayTestbed testbed, MatchResult row) {
    String name = testbed.name();
    boolean prefixed = row.group(1).startsWith("transactional");
    String resource =
        row.group(2).equals("of every handler")
            ? testbed.topic("timeline")
            : row.group(2)
                .replace("`", "")
                .replace("waybill.internal.main", name + ".internal." + name)
                .replace("waybill.main", name + "." + name);
    ResourcePattern pattern =
        new ResourcePattern(
            prefixed ? ResourceType.TRANSACTIONAL_ID : ResourceType.TOPIC,
            resource,
            prefixed ? PatternType.PREFIXED : PatternType.LITERAL);
    return Arrays.stream(row.group(3).split(", "))
        .map(AclOperation::valueOf)
        .map(
            operation ->
                new AclBinding(
                    pattern,
                    new AccessControlEntry("User:relay", "*", operation, AclPermissionType.ALLOW)));
  }
}
