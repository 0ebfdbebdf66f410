package dev.waybill.lab.stack;

import java.nio.file.Path;

/** The packaged timeline service. */
public final class TimelinePlan implements HandlerPlan {
  /** The handler's id. */
  public static final String NAME = "timeline";

  private final Path jar;

  /**
   * Looks for the jar.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when it is not built
   */
  public TimelinePlan(Checkout checkout) {
    this.jar = checkout.timelineJar();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Service service(Site site) {
    return PackagedService.of(
        new PackagedService.Launch(NAME, jar, site.jvm(), site.log()),
        site.ports().timeline(),
        ServiceSettings.timeline(site));
  }
}
