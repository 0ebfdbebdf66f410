package dev.waybill.activity.security;

import dev.waybill.activity.startup.StartRefusedException;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Every request needs a valid token, but for liveness and the bare readiness status. Roles are
 * checked where the work is done, so that no new path can miss them.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

  @Bean
  OAuth2TokenValidator<Jwt> tokenClaims() {
    return new TokenClaims();
  }

  @Bean
  ProblemAnswer problemAnswer(
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
      HttpSecurity http, ObjectProvider<JwtDecoder> decoder, ProblemAnswer answer) {
    JwtDecoder required = decoder.getIfAvailable(SecurityConfiguration::refuseToStart);
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .dispatcherTypeMatchers(DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers("/actuator/health/liveness", "/actuator/health/readiness")
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .oauth2ResourceServer(
            server ->
                server
                    .jwt(jwt -> jwt.decoder(required))
                    .authenticationEntryPoint(answer)
                    .accessDeniedHandler(answer))
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        // There is no cookie that a browser would send by itself.
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .build();
  }

  private static JwtDecoder refuseToStart() {
    throw new StartRefusedException(
        "Nothing says whose tokens to trust.",
        "Set spring.security.oauth2.resourceserver.jwt.issuer-uri to your identity provider, or"
            + " for local use spring.security.oauth2.resourceserver.jwt.public-key-location to the"
            + " PEM file of its public key.",
        null);
  }
}
