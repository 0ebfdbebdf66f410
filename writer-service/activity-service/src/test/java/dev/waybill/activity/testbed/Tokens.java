package dev.waybill.activity.testbed;

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
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;

/** Signs tokens with a key of its own. */
public final class Tokens {

  private final KeyPair keys;

  public Tokens() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      keys = generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the public key as PEM. */
  public Path writePublicKey(Path folder) {
    String body =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(keys.getPublic().getEncoded());
    try {
      return Files.writeString(
          folder.resolve("public-key.pem"),
          "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String of(String tenant, String user, String... roles) {
    return of(
        claims -> claims.claim("tenant", tenant).subject(user).claim("roles", List.of(roles)));
  }

  /** A token that ends in an hour, with these claims. */
  public String of(UnaryOperator<JWTClaimsSet.Builder> claims) {
    JWTClaimsSet.Builder builder =
        new JWTClaimsSet.Builder().expirationTime(Date.from(Instant.now().plusSeconds(3600)));
    SignedJWT token =
        new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims.apply(builder).build());
    try {
      token.sign(new RSASSASigner(keys.getPrivate()));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return token.serialize();
  }
}
