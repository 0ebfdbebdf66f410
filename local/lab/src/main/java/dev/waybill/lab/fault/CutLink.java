package dev.waybill.lab.fault;

import dev.waybill.lab.stack.Link;
import dev.waybill.lab.stack.RelayLinks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A black hole between one relay and a server, or both: nothing passes and nothing is refused. */
public record CutLink(Standing standing, To to, Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "cut-link";
  }

  @Override
  public String describe() {
    return "black hole between the %s relay and %s for %s"
        .formatted(standing, to.words, Dice.text(lasting));
  }

  @Override
  public Heal strike(Site site) {
    RelayLinks links = site.relay(standing).links();
    List<Link.Cut> cuts = new ArrayList<>();
    if (to != To.KAFKA) {
      cuts.add(links.postgres().cut());
    }
    if (to != To.POSTGRES) {
      cuts.add(links.kafka().cut());
    }
    return () -> cuts.forEach(Link.Cut::close);
  }

  /** What the relay does not reach. */
  public enum To {
    /** The database. */
    POSTGRES("PostgreSQL"),
    /** The broker. */
    KAFKA("Kafka"),
    /** Neither. */
    BOTH("both servers");

    private final String words;

    To(String words) {
      this.words = words;
    }
  }
}
