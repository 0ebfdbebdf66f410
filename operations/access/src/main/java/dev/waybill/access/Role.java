package dev.waybill.access;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a token's claim {@code roles} may hold. Those for operations are the same everywhere; a
 * domain adds its own with {@link #of}.
 *
 * @param claim its name in tokens
 * @param heldBy the names of roles that include this one
 */
public record Role(String claim, Set<String> heldBy) {

  /** May change settings and everything below. */
  public static final Role ADMINISTRATOR = of("administrator");

  /** May replay, retry, pause and resolve. */
  public static final Role OPERATOR = of("operator", ADMINISTRATOR);

  /** May see metadata: counts, states, ids, errors. */
  public static final Role VIEWER = of("viewer", OPERATOR, ADMINISTRATOR);

  /** May see payloads, which are personal data: no other role includes this one. */
  public static final Role PAYLOAD_VIEWER = of("payload-viewer");

  public Role {
    heldBy = Set.copyOf(heldBy);
  }

  /** A role, which everybody with one of {@code stronger} has as well. */
  public static Role of(String claim, Role... stronger) {
    return new Role(
        claim, Arrays.stream(stronger).map(Role::claim).collect(Collectors.toUnmodifiableSet()));
  }

  /** Whether a name in a token grants this role. */
  boolean isGrantedBy(String name) {
    return claim.equals(name) || heldBy.contains(name);
  }
}
