package dev.waybill.notification.mail;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a user's address is made from the ids that an event holds: a text with {@code {user}} and
 * {@code {tenant}} in it; {@code {user}} alone where the ids are addresses. Without any, everything
 * goes to one mailbox.
 */
public final class AddressTemplate {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
  private static final String USER = "user";
  private static final String TENANT = "tenant";

  private final String template;

  private AddressTemplate(String template) {
    this.template = template;
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException when it names another placeholder, or makes no address even of
   *     plain ids; says which
   */
  public static AddressTemplate of(String template) {
    AddressTemplate created = new AddressTemplate(template);
    PLACEHOLDER
        .matcher(template)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !name.equals(USER) && !name.equals(TENANT))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "'" + template + "' names {" + name + "}; there are {user} and {tenant}");
            });
    if (created.addressOf("user-1", "tenant-1").isEmpty()
        && created.addressOf("user-1@example.org", "tenant-1").isEmpty()) {
      throw new IllegalArgumentException(
          "'" + template + "' makes no mail address, as {user}@example.org would");
    }
    return created;
  }

  /** The address of a user; empty when the ids make none. */
  public Optional<EmailAddress> addressOf(String user, String tenant) {
    return fill(Map.of(USER, user, TENANT, tenant));
  }

  private Optional<EmailAddress> fill(Map<String, String> ids) {
    return EmailAddress.parse(
        PLACEHOLDER
            .matcher(template)
            .replaceAll(found -> Matcher.quoteReplacement(ids.getOrDefault(found.group(1), ""))));
  }
}
