package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A packaged handler service of the checkout. */
final class PackagedHandlerPlan implements HandlerPlan {
  private final HandlerService handler;
  private final Path jar;

  private PackagedHandlerPlan(Checkout checkout, HandlerService handler) {
    this.handler = handler;
    this.jar = checkout.handlerJar(handler);
  }

  /**
   * One for each that there is.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when one is not built
   */
  static List<HandlerPlan> all(Checkout checkout) {
    return Arrays.stream(HandlerService.values())
        .<HandlerPlan>map(handler -> new PackagedHandlerPlan(checkout, handler))
        .toList();
  }

  @Override
  public String name() {
    return handler.id();
  }

  @Override
  public Role role() {
    return handler.role();
  }

  @Override
  public boolean sendsMails() {
    return handler == HandlerService.NOTIFICATION;
  }

  @Override
  public Service service(Site site) {
    return PackagedService.of(
        new PackagedService.Launch(name(), jar, site.jvm(), site.log()),
        site.ports().handler(handler),
        settings(site));
  }

  private Map<String, String> settings(Site site) {
    return switch (handler) {
      case TIMELINE, DASHBOARD -> ServiceSettings.handlerService(site);
      case NOTIFICATION -> ServiceSettings.notification(site);
      case ACTIVITY_STEPS -> ServiceSettings.worker(site);
    };
  }
}
