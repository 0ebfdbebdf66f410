package dev.waybill.access.token;

import dev.waybill.access.Caller;
import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/** The claims that a service reads, and what a token must say to be one. */
public final class TokenClaims implements OAuth2TokenValidator<Jwt> {

  static final String TENANT = "tenant";
  static final String ROLES = "roles";

  /** The contracts allow no more for the id of a user. */
  private static final int LONGEST = 200;

  /** The caller that a valid token names. */
  public static Caller caller(Jwt token) {
    return new Caller(
        new TenantId(token.getClaimAsString(TENANT)), new UserId(token.getSubject()), roles(token));
  }

  @Override
  public OAuth2TokenValidatorResult validate(Jwt token) {
    List<OAuth2Error> errors =
        List.of(
                text(token, TENANT),
                text(token, "sub"),
                token.getExpiresAt() == null ? problem("exp is missing") : none(),
                names(token.getClaim(ROLES)) ? none() : problem("roles is no list of names"))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return errors.isEmpty()
        ? OAuth2TokenValidatorResult.success()
        : OAuth2TokenValidatorResult.failure(errors);
  }

  private static Set<String> roles(Jwt token) {
    List<String> names = token.getClaimAsStringList(ROLES);
    return names == null ? Set.of() : Set.copyOf(names);
  }

  private static boolean names(@Nullable Object claim) {
    return claim == null
        || (claim instanceof Collection<?> names && names.stream().allMatch(TokenClaims::isText));
  }

  private static boolean isText(@Nullable Object claim) {
    return claim instanceof String value
        && !value.isBlank()
        && value.length() <= LONGEST
        && value.chars().noneMatch(Character::isISOControl);
  }

  private static Optional<OAuth2Error> text(Jwt token, String claim) {
    return isText(token.getClaim(claim))
        ? none()
        : problem(claim + " is missing, or no text of at most " + LONGEST + " characters");
  }

  private static Optional<OAuth2Error> problem(String text) {
    return Optional.of(new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, text, null));
  }

  private static Optional<OAuth2Error> none() {
    return Optional.empty();
  }
}
