package dev.waybill.handler.registry;

import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.handler.startup.StartRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * Reads {@code META-INF/waybill/subscriptions/<handler>.yaml} of whichever jar brings it, also of
 * one nested in a jar.
 */
public final class ClassPathSubscriptions implements SubscriptionSource {

  private static final String FOLDER = "META-INF/waybill/subscriptions/";

  private final ClassLoader loader;

  public ClassPathSubscriptions(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public Subscription find(HandlerId handler) {
    String path = path(handler);
    try {
      Subscription subscription = SubscriptionFiles.parse(path, text(handler));
      if (!subscription.handler().equals(handler)) {
        throw new StartRefusedException(
            path + " declares handler " + subscription.handler() + " and not " + handler,
            "Name the file after its handler.");
      }
      return subscription;
    } catch (InvalidSubscriptionException e) {
      throw new StartRefusedException(
          "The subscription of handler " + handler + " is wrong: " + e.getMessage(),
          "Correct the file.",
          e);
    }
  }

  @Override
  public DeliveryStatements deliveries(HandlerId handler) {
    return DeliveryStatements.parse(text(handler));
  }

  private static String path(HandlerId handler) {
    return FOLDER + handler + ".yaml";
  }

  private String text(HandlerId handler) {
    String path = path(handler);
    try {
      List<URL> found = Collections.list(loader.getResources(path));
      if (found.isEmpty()) {
        throw new StartRefusedException(
            "Handler " + handler + " has no subscription: " + path + " is not on the class path",
            "Add the file to your contracts, or correct the id of the handler.");
      }
      if (found.size() > 1) {
        throw new StartRefusedException(
            "Handler " + handler + " has more than one subscription: " + found,
            "Keep one file for each handler.");
      }
      try (InputStream in = found.get(0).openStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
