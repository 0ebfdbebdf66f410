package dev.waybill.local.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerTest {
  @Test
  void signsTokensThatTheWrittenKeyVerifies(@TempDir Path folder) throws Exception {
    TokenIssuer issuer = new TokenIssuer();
    Path file = issuer.writePublicKey(folder);

    SignedJWT token = SignedJWT.parse(issuer.token("acme", "ada", "planner"));

    assertThat(token.verify(new RSASSAVerifier(publicKey(Files.readString(file))))).isTrue();
    JWTClaimsSet claims = token.getJWTClaimsSet();
    assertThat(claims.getSubject()).isEqualTo("ada");
    assertThat(claims.getStringClaim("tenant")).isEqualTo("acme");
    assertThat(claims.getStringListClaim("roles")).containsExactly("planner");
    assertThat(claims.getExpirationTime()).isAfter(Date.from(Instant.now()));
  }

  private static RSAPublicKey publicKey(String pem) throws GeneralSecurityException {
    assertThat(pem).startsWith("-----BEGIN PUBLIC KEY-----\n");
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "");
    byte[] encoded = Base64.getMimeDecoder().decode(base64);
    return (RSAPublicKey)
        KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
  }
}
