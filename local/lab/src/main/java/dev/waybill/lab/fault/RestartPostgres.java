package dev.waybill.lab.fault;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.StopMode;
import java.time.Duration;
import java.util.Locale;

/** PostgreSQL is stopped, in order or not, and started again; writers and handlers feel it too. */
public record RestartPostgres(StopMode mode, Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "restart-postgres";
  }

  @Override
  public String describe() {
    return "stop of PostgreSQL (%s), down for %s"
        .formatted(mode.name().toLowerCase(Locale.ROOT), Dice.text(lasting));
  }

  @Override
  public Heal strike(Site site) {
    LocalPostgres postgres = site.postgres();
    postgres.stop(mode);
    return postgres::start;
  }
}
