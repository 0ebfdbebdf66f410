package dev.waybill.access.gate;

import dev.waybill.access.Role;
import dev.waybill.access.gate.AccessProperties.WithoutIssuer;
import dev.waybill.access.problem.AccessProblems;
import dev.waybill.access.problem.ContainerProblems;
import dev.waybill.access.problem.ProblemAnswer;
import dev.waybill.access.startup.StartRefusedException;
import dev.waybill.access.token.TokenClaims;
import jakarta.servlet.DispatcherType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Every request needs a valid token, but for liveness and the bare readiness status; the other
 * endpoints of the actuator need {@link Role#VIEWER}. Which tokens are valid says {@code
 * spring.security.oauth2.resourceserver.jwt}: {@code issuer-uri} with {@code audiences} in
 * production, {@code public-key-location} on a developer's machine. A service with neither does not
 * start, or answers nothing but its probes where {@code waybill.access.without-issuer} says so.
 *
 * <p>Roles are checked where the work is done, so that no new path can miss them.
 */
@AutoConfiguration(
    before = {OAuth2ResourceServerAutoConfiguration.class, ErrorMvcAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(AccessProperties.class)
@Import({AccessProblems.class, ContainerProblems.class, CallerArguments.class})
public final class AccessAutoConfiguration {

  private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

  @Bean
  OAuth2TokenValidator<Jwt> waybillTokenClaims() {
    return new TokenClaims();
  }

  @Bean
  ProblemAnswer waybillProblemAnswer(
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    return new ProblemAnswer(problems);
  }

  /** Spring Security would tell anybody there about the server, ahead of every other rule. */
  @Bean
  @Order(1)
  SecurityFilterChain nothingWellKnown(HttpSecurity http, ProblemAnswer answer) {
    return http.securityMatcher("/.well-known/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
        .exceptionHandling(
            failures -> failures.authenticationEntryPoint(answer).accessDeniedHandler(answer))
        .csrf(AbstractHttpConfigurer::disable)
        .build();
  }

  @Bean
  @Order(2)
  SecurityFilterChain everythingElse(
      HttpSecurity http,
      ObjectProvider<JwtDecoder> decoder,
      ProblemAnswer answer,
      AccessProperties access,
      Environment environment) {
    JwtDecoder required = decoder.getIfAvailable(() -> withoutIssuer(access, answer));
    AuthenticationEntryPoint refusal = required instanceof NobodyTrusted nobody ? nobody : answer;
    requireAudience(environment);
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .dispatcherTypeMatchers(DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers("/actuator/health/liveness", "/actuator/health/readiness")
                    .permitAll()
                    .requestMatchers("/actuator", "/actuator/**")
                    .access(AccessAutoConfiguration::viewersOnly)
                    .anyRequest()
                    .authenticated())
        .oauth2ResourceServer(
            server ->
                server
                    .jwt(jwt -> jwt.decoder(required))
                    .authenticationEntryPoint(refusal)
                    .accessDeniedHandler(answer))
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        // There is no cookie that a browser would send by itself.
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .build();
  }

  private static AuthorizationDecision viewersOnly(
      Supplier<? extends @Nullable Authentication> caller, RequestAuthorizationContext context) {
    return new AuthorizationDecision(
        caller.get() instanceof JwtAuthenticationToken authenticated
            && TokenClaims.caller(authenticated.getToken()).has(Role.VIEWER));
  }

  /** An issuer signs for many: without an audience the tokens of every other service would do. */
  private static void requireAudience(Environment environment) {
    boolean shared =
        environment.containsProperty(JWT + "issuer-uri")
            || environment.containsProperty(JWT + "jwk-set-uri");
    boolean named =
        Binder.get(environment).bind(JWT + "audiences", Bindable.listOf(String.class)).isBound();
    if (shared && !named) {
      throw new StartRefusedException(
          "Nothing says which of the issuer's tokens are for this service.",
          "Set " + JWT + "audiences to the name that your identity provider knows it by.",
          null);
    }
  }

  private static JwtDecoder withoutIssuer(AccessProperties access, ProblemAnswer answer) {
    if (access.withoutIssuer() == WithoutIssuer.REFUSE_REQUESTS) {
      return new NobodyTrusted(answer);
    }
    throw new StartRefusedException(
        "Nothing says whose tokens to trust.",
        "Set spring.security.oauth2.resourceserver.jwt.issuer-uri to your identity provider, or"
            + " for local use spring.security.oauth2.resourceserver.jwt.public-key-location to the"
            + " PEM file of its public key.",
        null);
  }
}
