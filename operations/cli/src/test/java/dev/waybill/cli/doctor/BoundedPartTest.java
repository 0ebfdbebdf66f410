package dev.waybill.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.finding.Finding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BoundedPartTest {

  private static final Finding FIRST = Finding.ok("part.first", "seen");

  @Test
  void keepsWhatWasFoundBeforeThePartHung() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);

    List<Finding> findings =
        BoundedPart.start(
                "part",
                Duration.ofMillis(200),
                into -> {
                  into.add(FIRST);
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    into.add(Finding.ok("part.late", "too late to count"));
                    interrupted.countDown();
                  }
                })
            .await();

    assertThat(findings).extracting(Finding::check).containsExactly("part.first", "part.in-time");
    interrupted.await();
  }

  @Test
  void tellsThatAPartBroke() {
    List<Finding> findings =
        BoundedPart.start(
                "part",
                Duration.ofSeconds(10),
                into -> {
                  into.add(FIRST);
                  throw new IllegalStateException("broken");
                })
            .await();

    assertThat(findings).extracting(Finding::check).containsExactly("part.first", "part.complete");
    assertThat(findings.get(1).message()).contains("broken");
  }
}
