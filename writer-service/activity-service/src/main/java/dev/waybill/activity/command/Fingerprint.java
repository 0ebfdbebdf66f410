package dev.waybill.activity.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.access.UserId;
import dev.waybill.activity.request.Command;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells requests apart by who wants what of which activity, not by blanks and the order of members.
 * What a command does not say is left out, so that a field which a later release adds changes the
 * fingerprint of no earlier request.
 */
final class Fingerprint {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private Fingerprint() {}

  /** SHA-256 in hexadecimal digits. */
  static String of(UserId user, Command command) {
    String said = JSON.writeValueAsString(List.of(user.value(), command.name(), command));
    return HexFormat.of().formatHex(sha256().digest(said.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
