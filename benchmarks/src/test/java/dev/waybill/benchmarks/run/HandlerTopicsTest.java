package dev.waybill.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.SubscriptionFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class HandlerTopicsTest {

  private static final String HOME = "waybill.home";
  private static final String TYPE = "activity.created";

  @BeforeEach
  void tellTheCheckout() {
    System.setProperty(HOME, Path.of("..").toAbsolutePath().normalize().toString());
  }

  @AfterEach
  void forgetTheCheckout() {
    System.clearProperty(HOME);
  }

  @Test
  void addsSubscriptionsThatCanBeRead(@TempDir Path folder) throws Exception {
    Map<String, String> files = parse("--handlers=99").missing(TYPE);

    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey() + ".yaml"), file.getValue());
    }
    assertThat(files).isNotEmpty();
    assertThat(SubscriptionFiles.read(folder))
        .hasSameSizeAs(files.keySet())
        .allMatch(subscription -> subscription.entry(TYPE).isPresent());
  }

  @Test
  void addsNoneWhereTheCheckoutHasEnough() {
    assertThat(parse("--handlers=1").missing(TYPE)).isEmpty();
  }

  private static HandlerTopics parse(String... arguments) {
    Sample sample = new Sample();
    new CommandLine(sample).parseArgs(arguments);
    return sample.topics;
  }

  @Command
  private static final class Sample {
    @Mixin private final HandlerTopics topics = new HandlerTopics();
  }
}
