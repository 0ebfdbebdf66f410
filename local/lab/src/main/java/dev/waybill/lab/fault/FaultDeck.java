package dev.waybill.lab.fault;

import dev.waybill.lab.fault.CutLink.To;
import dev.waybill.lab.fault.EndConnections.Whose;
import dev.waybill.local.postgres.StopMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Deals faults like cards: each kind once, in an order by chance, before any comes again. */
public final class FaultDeck {
  /** Every kind. */
  public static final FaultDeck FAULTS =
      new FaultDeck(
          List.of(
              dice -> new KillRelay(dice.standing(), dice.down()),
              dice -> new FreezeRelay(dice.standing(), dice.lasting()),
              dice -> new KillHandler(dice.down()),
              dice -> new RestartBroker(dice.coin(), dice.down()),
              dice -> new FreezeBroker(dice.lasting()),
              dice -> new RestartPostgres(dice.oneOf(List.of(StopMode.values())), dice.down()),
              dice -> new EndConnections(dice.oneOf(List.of(Whose.values()))),
              dice -> new DropSlot(),
              dice -> new ReplaceSlot(),
              dice ->
                  new CutLink(dice.standing(), dice.oneOf(List.of(To.values())), dice.lasting())));

  /** SIGKILL of relays and the handler only. */
  public static final FaultDeck KILLS =
      new FaultDeck(
          List.of(
              dice -> new KillRelay(dice.standing(), dice.down()),
              dice -> new KillHandler(dice.down())));

  private final List<Function<Dice, Fault>> kinds;

  private FaultDeck(List<Function<Dice, Fault>> kinds) {
    this.kinds = kinds;
  }

  /** How many kinds there are. */
  public int kinds() {
    return kinds.size();
  }

  /**
   * The faults of a soak; always the same for a seed.
   *
   * @param longest how long a freeze or a black hole lasts at most
   */
  public List<Fault> deal(int count, Duration longest, long seed) {
    Dice dice = new Dice(new Random(seed), longest);
    List<Fault> faults = new ArrayList<>();
    while (faults.size() < count) {
      List<Function<Dice, Fault>> deck = new ArrayList<>(kinds);
      Collections.shuffle(deck, dice.random());
      deck.stream().limit(count - faults.size()).forEach(kind -> faults.add(kind.apply(dice)));
    }
    return List.copyOf(faults);
  }
}
