package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.testbed.PackagedLab;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A shell into which somebody pasted what a running stack prints. */
final class StackShell {
  private static final Pattern EXPORT = Pattern.compile("(?m)^ {2}export (\\w+)=(.*)$");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String printed;
  private final Map<String, String> environment = new HashMap<>();

  private StackShell(String printed) {
    this.printed = printed;
    Matcher export = EXPORT.matcher(printed);
    while (export.find()) {
      String value = export.group(2);
      environment.put(
          export.group(1), value.startsWith("$") ? variable(value.substring(1)) : value);
    }
  }

  static StackShell of(PackagedLab up) {
    return new StackShell(up.output());
  }

  String variable(String name) {
    return Objects.requireNonNull(environment.get(name), () -> name + " is not in " + printed);
  }

  /** Runs a command for operators, which has to succeed; all that it prints. */
  String waybill(String... command) {
    Run run = run(0, command);
    return run.out() + run.err();
  }

  /** The same with {@code -o json}. */
  JsonNode json(String... command) {
    return json(0, command);
  }

  /** The same of a command that ends with this exit code. */
  JsonNode json(int code, String... command) {
    String[] line = Arrays.copyOf(command, command.length + 2);
    line[command.length] = "-o";
    line[command.length + 1] = "json";
    return JSON.readTree(run(code, line).out());
  }

  private Run run(int expected, String... command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(Reader.nullReader()),
            false,
            false);
    int code = WaybillCommand.run(terminal, environment, command);
    assertThat(code).as(out + "" + err).isEqualTo(expected);
    return new Run(out.toString(), err.toString());
  }

  private record Run(String out, String err) {}

  /** The service that answers a path, for the holder of a token. */
  HttpCalls service(String path, String token) {
    return new HttpCalls(URI.create(address(path)), variable(token));
  }

  /** The word after a text, which may be in quotes. */
  String word(String before) {
    Matcher word = Pattern.compile("(?m)" + before + "\"?([^\\s\"]+)\"?$").matcher(printed);
    assertThat(word.find()).as(before + " in " + printed).isTrue();
    return word.group(1);
  }

  /** Where the service is that answers a path. */
  String address(String path) {
    Matcher address =
        Pattern.compile("http://127\\.0\\.0\\.1:\\d+(?=" + Pattern.quote(path) + "\\s)")
            .matcher(printed);
    assertThat(address.find()).as(path + " in " + printed).isTrue();
    return address.group();
  }

  /** What a request is answered with, for the holder of a token. */
  int status(String method, String address, String token, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + variable(token))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The writer's database, as its owner. */
  DataSource writer() {
    return database(variable("WAYBILL_DATABASE_URL"), Role.MIGRATOR);
  }

  /** A handler's database. */
  DataSource handler(String name, Role role) {
    Matcher url = Pattern.compile("(?m)^ {2}# (jdbc:\\S+/" + name + ")$").matcher(printed);
    assertThat(url.find()).as(name + " in " + printed).isTrue();
    return database(url.group(1), role);
  }

  private DataSource database(String url, Role role) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(url);
    database.setUser(role.roleName());
    database.setPassword(variable("WAYBILL_DATABASE_PASSWORD"));
    return database;
  }
}
