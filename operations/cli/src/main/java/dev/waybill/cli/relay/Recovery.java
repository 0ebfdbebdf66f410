package dev.waybill.cli.relay;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a relay's recovery would do now, and what speaks against it.
 *
 * @param waiting what is to be published, as far as it was looked at
 */
record Recovery(
    String relay,
    Installed installed,
    Optional<Lease> lease,
    Optional<Slot> slot,
    Waiting waiting) {

  /**
   * Looks at a relay.
   *
   * @throws CommandFailure when it was never installed
   */
  static Recovery plan(RelayTables tables, String relay) throws SQLException {
    Installed installed =
        tables
            .installed()
            .orElseThrow(
                () ->
                    CommandFailure.of(
                        ExitCode.NOTHING_FOUND,
                        "no relay of the name " + relay + " was ever installed in this database",
                        "check --relay and --database-url; a first start needs no recovery"));
    return new Recovery(
        relay,
        installed,
        tables.lease(),
        tables.slot(installed.slot()),
        tables.waiting(installed.verifiedSeq()));
  }

  /** Why nothing may be done; empty when it may. */
  Optional<String> refusal() {
    if (!installed.sameDatabase()) {
      return Optional.of(
          "it was installed in the database "
              + installed.place().database()
              + ", this is "
              + installed.here().database());
    }
    if (installed.here().standby()) {
      return Optional.of("this server is a standby, which takes no writes");
    }
    if (streamsWell()) {
      return Optional.of(
          "it streams well: "
              + lease.map(Lease::owner).orElse("somebody")
              + " holds the lease and the slot is active; a row that the stream does not bring it"
              + " finds by itself");
    }
    return Optional.empty();
  }

  private boolean streamsWell() {
    return installed.caughtUp()
        && lease.filter(Lease::publishes).isPresent()
        && slot.filter(one -> one.active() && !one.lost()).isPresent();
  }

  /** What would be done; nothing when it was asked for before and the relay has not come to it. */
  List<Step> steps() {
    if (refusal().isPresent()) {
      return List.of();
    }
    List<Step> steps = new ArrayList<>();
    if (installed.caughtUp()) {
      steps.add(Step.MARK);
    }
    if (slot.filter(Slot::lost).isPresent()) {
      steps.add(Step.DROP_SLOT);
    }
    return steps;
  }

  /** One thing that is done. */
  enum Step {
    MARK(
        "mark that rows must be published from the table: the relay makes its slot where there is"
            + " none, publishes in the order of seq every row that no batch covers, and streams"),
    DROP_SLOT("drop the slot that the server gave up, so that the relay can make it anew");

    private final String words;

    Step(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }
}
