package dev.waybill.lab.stack;

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

/**
 * Signs the tokens of a local stack, in place of a company's identity provider. The key is made at
 * each start and never stored; only its public half is written, for the services to check with.
 */
public final class TokenIssuer {
  private static final Duration LIFETIME = Duration.ofHours(12);

  private final KeyPair keys;

  private TokenIssuer(KeyPair keys) {
    this.keys = keys;
  }

  static TokenIssuer create(Path publicKey) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      KeyPair keys = generator.generateKeyPair();
      Files.writeString(publicKey, pem(keys.getPublic().getEncoded()));
      return new TokenIssuer(keys);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has RSA", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + publicKey, e);
    }
  }

  /** A signed token for {@code subject}, good for twelve hours. */
  public String token(String subject, String tenant, List<String> roles) {
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer("waybill-lab")
            .subject(subject)
            .claim("tenant", tenant)
            .claim("roles", roles)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)))
            .build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
    try {
      token.sign(new RSASSASigner(keys.getPrivate()));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign a token", e);
    }
  }

  private static String pem(byte[] key) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
    return "-----BEGIN PUBLIC KEY-----\n" + text + "\n-----END PUBLIC KEY-----\n";
  }
}
