package dev.waybill.local.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Signs tokens with a key of its own, which is never stored; only its public half is written, for
 * services to check with. Thread-safe.
 */
public final class TokenIssuer {
  private static final String PUBLIC_KEY = "jwt-public-key.pem";
  private static final Duration LIFETIME = Duration.ofHours(12);

  private final KeyPair keys;

  /** Makes a new key. */
  public TokenIssuer() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      keys = generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has RSA", e);
    }
  }

  /**
   * Writes the public key as PEM.
   *
   * @return the file, for {@code spring.security.oauth2.resourceserver.jwt.public-key-location}
   */
  public Path writePublicKey(Path folder) {
    Path file = folder.resolve(PUBLIC_KEY);
    String body =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(keys.getPublic().getEncoded());
    try {
      return Files.writeString(
          file, "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** A signed token of a user of {@code tenant}, good for twelve hours. */
  public String token(String tenant, String user, String... roles) {
    return token(
        claims -> claims.subject(user).claim("tenant", tenant).claim("roles", List.of(roles)));
  }

  /** A signed token, good for twelve hours, with these claims. */
  public String token(UnaryOperator<JWTClaimsSet.Builder> claims) {
    Instant now = Instant.now();
    JWTClaimsSet.Builder builder =
        new JWTClaimsSet.Builder()
            .issuer("waybill-local")
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)));
    SignedJWT token =
        new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims.apply(builder).build());
    try {
      token.sign(new RSASSASigner(keys.getPrivate()));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign a token", e);
    }
  }
}
