package dev.waybill.relay.health;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers nothing but the two probes. The relay has no callers besides them and checks no tokens,
 * so whatever a library puts behind another path stays out of reach.
 */
public final class ProbesOnly extends OncePerRequestFilter {

  private static final Set<String> PROBES =
      Set.of("/actuator/health/liveness", "/actuator/health/readiness");
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (METHODS.contains(request.getMethod()) && PROBES.contains(request.getRequestURI())) {
      chain.doFilter(request, response);
    } else {
      // Not sendError, whose page would be one more answer for everybody.
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    }
  }
}
