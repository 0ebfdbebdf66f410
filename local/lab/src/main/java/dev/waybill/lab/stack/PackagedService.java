package dev.waybill.lab.stack;

import dev.waybill.local.process.ChildProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** A service from its executable Spring Boot jar, with a readiness probe over HTTP. */
final class PackagedService {
  private PackagedService() {}

  /**
   * Describes it; nothing is started.
   *
   * @param settings Spring properties, to which the port is added
   */
  static Service of(Launch launch, int port, Map<String, String> settings) {
    String name = launch.name();
    Path log = launch.log();
    URI address = address(port);
    settings.put("server.port", Integer.toString(port));
    String json = ServiceSettings.json(settings);
    return new Service(
        name,
        address.toString(),
        log,
        () ->
            ChildProcess.builder(name)
                .jar(launch.jar())
                .jvmOptions(launch.jvm().toArray())
                .environment("SPRING_APPLICATION_JSON", json)
                .logFile(log)
                .start(),
        (process, timeout) ->
            process.awaitHttp(
                address.resolve("/actuator/health/readiness"),
                answer -> answer.statusCode() == 200,
                timeout));
  }

  static URI address(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** How a process is started, whatever it does. */
  record Launch(String name, Path jar, JvmOptions jvm, Path log) {}
}
