package dev.waybill.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RoleTest {

  @Test
  void isHeldByThoseWithItAndThoseWithMore() {
    assertThat(with("viewer").has(Role.VIEWER)).isTrue();
    assertThat(with("operator").has(Role.VIEWER)).isTrue();
    assertThat(with("administrator").has(Role.VIEWER)).isTrue();
    assertThat(with("administrator").has(Role.OPERATOR)).isTrue();
  }

  @Test
  void isNotHeldByThoseWithLess() {
    assertThat(with("viewer").has(Role.OPERATOR)).isFalse();
    assertThat(with("operator").has(Role.ADMINISTRATOR)).isFalse();
    assertThat(with().has(Role.VIEWER)).isFalse();
    assertThat(with("VIEWER", "viewers").has(Role.VIEWER)).isFalse();
  }

  @Test
  void payloadsAreSeenByThoseOnlyWhoWereAllowedTo() {
    assertThat(with("payload-viewer").has(Role.PAYLOAD_VIEWER)).isTrue();
    assertThat(with("administrator", "operator", "viewer").has(Role.PAYLOAD_VIEWER)).isFalse();
  }

  @Test
  void namesTheRoleThatIsMissing() {
    assertThatThrownBy(() -> with("viewer").require(Role.OPERATOR))
        .isInstanceOf(RoleMissingException.class)
        .hasMessageContaining("operator");
  }

  private static Caller with(String... roles) {
    return new Caller(new TenantId("acme"), new UserId("anna"), Set.of(roles));
  }
}
