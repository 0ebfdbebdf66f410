package dev.waybill.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinariesTest {
  @Test
  void areThereForTheMachineThatBuilds() {
    assertThat(Binaries.available()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz",
    "Linux, aarch64, postgres-linux-arm_64.txz",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz",
  })
  void namesAnArchiveThatIsOnTheClassPath(String os, String arch, String archive) {
    assertThat(Binaries.archiveName(os, arch)).isEqualTo(archive);
    assertThat(getClass().getResource("/" + archive)).isNotNull();
  }

  @Test
  void saysWhichMachinesAreServed() {
    assertThatThrownBy(() -> Binaries.archiveName("Windows 11", "amd64"))
        .hasMessageContaining("Linux and macOS");
  }
}
