package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that starts a stack. */
public final class StackOptions {
  private static final String HOME = "waybill.home";
  private static final int POSTGRES_PORT = 15432;
  private static final int KAFKA_PORT = 19092;
  private static final int ACTIVITY_PORT = 18080;
  private static final int RELAY_PORT = 18090;
  private static final int TIMELINE_PORT = 18100;
  private static final int DASHBOARD_PORT = 18110;
  private static final int NOTIFICATION_PORT = 18120;
  private static final int ACTIVITY_STEPS_PORT = 18130;
  private static final int MAIL_PORT = 11025;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data. Default: .waybill in the checkout.")
  private @Nullable Path data;

  @Option(names = "--reset", description = "Begin with nothing: remove what an earlier run left.")
  private boolean reset;

  @Option(
      names = "--postgres-port",
      paramLabel = "PORT",
      description = "Default: " + POSTGRES_PORT + ".")
  private int postgresPort = POSTGRES_PORT;

  @Option(names = "--kafka-port", paramLabel = "PORT", description = "Default: " + KAFKA_PORT + ".")
  private int kafkaPort = KAFKA_PORT;

  @Option(
      names = "--activity-port",
      paramLabel = "PORT",
      description = "Of the activity service. Default: " + ACTIVITY_PORT + ".")
  private int activityPort = ACTIVITY_PORT;

  @Option(
      names = "--relay-port",
      paramLabel = "PORT",
      description = "Of the relay's health, meters and API. Default: " + RELAY_PORT + ".")
  private int relayPort = RELAY_PORT;

  @Option(
      names = "--timeline-port",
      paramLabel = "PORT",
      description = "Of the timeline service. Default: " + TIMELINE_PORT + ".")
  private int timelinePort = TIMELINE_PORT;

  @Option(
      names = "--dashboard-port",
      paramLabel = "PORT",
      description = "Of the dashboard service. Default: " + DASHBOARD_PORT + ".")
  private int dashboardPort = DASHBOARD_PORT;

  @Option(
      names = "--notification-port",
      paramLabel = "PORT",
      description = "Of the notification service. Default: " + NOTIFICATION_PORT + ".")
  private int notificationPort = NOTIFICATION_PORT;

  @Option(
      names = "--activity-steps-port",
      paramLabel = "PORT",
      description = "Of the activity service's worker role. Default: " + ACTIVITY_STEPS_PORT + ".")
  private int activityStepsPort = ACTIVITY_STEPS_PORT;

  @Option(
      names = "--mail-port",
      paramLabel = "PORT",
      description = "Of the server that catches all mails. Default: " + MAIL_PORT + ".")
  private int mailPort = MAIL_PORT;

  /**
   * The settings that the options ask for, with every service there is.
   *
   * @param relayLease how long a killed relay's lease keeps its successor waiting
   * @throws CommandFailure when the checkout is not known, or a service is not built
   */
  public StackSettings settings(Duration relayLease) {
    Path home = home();
    Checkout checkout = new Checkout(home);
    return new StackSettings(
        checkout,
        data == null ? home.resolve(".waybill") : data.toAbsolutePath(),
        reset,
        new StackPorts(
            postgresPort,
            kafkaPort,
            activityPort,
            relayPort,
            mailPort,
            Map.of(
                HandlerService.TIMELINE,
                timelinePort,
                HandlerService.DASHBOARD,
                dashboardPort,
                HandlerService.NOTIFICATION,
                notificationPort,
                HandlerService.ACTIVITY_STEPS,
                activityStepsPort)),
        StackServices.of(relayLease, PackagedHandlerPlan.all(checkout)));
  }

  /** The root of the checkout, as the launcher script tells it. */
  public static Path home() {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw CommandFailure.of(
          ExitCode.USAGE,
          "the folder of the checkout is not known",
          "start it through ./waybill, or give -D" + HOME + "=DIR");
    }
    return Path.of(home).toAbsolutePath();
  }
}
