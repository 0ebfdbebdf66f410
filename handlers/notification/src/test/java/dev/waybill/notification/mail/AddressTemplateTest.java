package dev.waybill.notification.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTemplateTest {

  @Test
  void makesAnAddressOfTheIdsThatItNames() {
    assertThat(address("{user}@example.org", "user-17")).isEqualTo("user-17@example.org");
    assertThat(address("{user}@{tenant}.example.org", "Anna.I"))
        .isEqualTo("Anna.I@acme.example.org");
    assertThat(address("{user}", "anna@example.org")).isEqualTo("anna@example.org");
    assertThat(address("desk@example.org", "whoever it is")).isEqualTo("desk@example.org");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "an na",
        "anna@elsewhere.org",
        "anna@elsewhere.org,bert",
        "anna@elsewhere.org>",
        "Anna <anna@elsewhere.org>,bert",
        "all:anna@elsewhere.org;",
        "anna\r\nBcc: everybody",
        "anna\u0000",
        "jürgen",
        ".anna",
        "(anna)",
        ""
      })
  void makesNoneOfAnIdThatIsNoLocalPart(String user) {
    assertThat(AddressTemplate.of("{user}@example.org").addressOf(user, "acme")).isEmpty();
  }

  @Test
  void keepsItsOwnPlaceholdersOutOfIds() {
    assertThat(AddressTemplate.of("{user}@{tenant}.org").addressOf("{tenant}", "acme"))
        .hasValueSatisfying(
            address ->
                assertThat(address.toInternetAddress().getAddress())
                    .isEqualTo("{tenant}@acme.org"));
  }

  @Test
  void refusesATemplateThatMakesNoAddressAndNamesWhatIsWrong() {
    assertThatThrownBy(() -> AddressTemplate.of("{assignee}@example.org"))
        .hasMessage("'{assignee}@example.org' names {assignee}; there are {user} and {tenant}");
    assertThatThrownBy(() -> AddressTemplate.of("{user}@{tenant}@example.org"))
        .hasMessageContaining("makes no mail address");
    assertThatThrownBy(() -> AddressTemplate.of("desk"))
        .hasMessageContaining("makes no mail address");
    assertThatThrownBy(() -> AddressTemplate.of("Desk <desk@example.org>"))
        .hasMessageContaining("makes no mail address");
  }

  @Test
  void tellsNoAddressToALog() {
    assertThat(EmailAddress.parse("anna@example.org").orElseThrow())
        .hasToString("EmailAddress")
        .isEqualTo(EmailAddress.parse("anna@example.org").orElseThrow());
  }

  private static String address(String template, String user) {
    return AddressTemplate.of(template)
        .addressOf(user, "acme")
        .orElseThrow()
        .toInternetAddress()
        .getAddress();
  }
}
