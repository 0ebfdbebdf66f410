package dev.waybill.benchmarks.run;

import dev.waybill.local.postgres.LocalPostgres;
import org.springframework.jdbc.core.JdbcTemplate;
import picocli.CommandLine.Option;

/**
 * How long commits wait for the disk, beyond what this one takes: an option, and the databases that
 * it is given to. Of a disk that answers at once, those who commit often profit most.
 */
public final class FlushDelay {

  /** What the option is called in a report. */
  public static final String PARAMETER = "flush-micros";

  @Option(
      names = "--" + PARAMETER,
      paramLabel = "N",
      description = {
        "How long the first of some commits waits for others before it flushes the log, as it would for a"
            + " slower disk (PostgreSQL's commit_delay).",
        "Default: ${DEFAULT-VALUE}."
      })
  private int micros;

  /** Lets commits wait that are made over connections opened from now on. */
  public void applyTo(LocalPostgres server, String database) {
    JdbcTemplate superuser = new JdbcTemplate(server.superuser(database));
    superuser.execute("ALTER DATABASE " + database + " SET commit_delay = " + micros);
    // Else a commit without company would not wait.
    superuser.execute("ALTER DATABASE " + database + " SET commit_siblings = 0");
  }

  /** For the report. */
  public String parameter() {
    return String.valueOf(micros);
  }
}
