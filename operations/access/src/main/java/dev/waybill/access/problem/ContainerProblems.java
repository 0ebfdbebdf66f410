package dev.waybill.access.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers for requests that ended before they reached a controller, as problems like the rest. */
@RestController
public final class ContainerProblems implements ErrorController {

  @RequestMapping("${server.error.path:/error}")
  ResponseEntity<Object> error(HttpServletRequest request) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus known = code instanceof Integer number ? HttpStatus.resolve(number) : null;
    HttpStatus status = known == null ? HttpStatus.NOT_FOUND : known;
    return Problem.of(
            status,
            status.is4xxClientError() ? "bad-request" : "internal",
            status.is4xxClientError() ? "The request is not valid." : "The request failed.",
            "Correct the request's path and headers, or try again later.")
        .at(path(request))
        .answer();
  }

  private static @Nullable URI path(HttpServletRequest request) {
    try {
      return new URI(String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI)));
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
