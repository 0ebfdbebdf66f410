package dev.waybill.activity.http;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of the API, as it is committed; tests hold it to what the service does. */
@RestController
@ApiRole
class OpenApiController {

  static final String DOCUMENT = "openapi.yaml";

  /** RFC 9512. */
  private static final MediaType YAML = MediaType.parseMediaType("application/yaml");

  @GetMapping("/openapi.yaml")
  ResponseEntity<Resource> document() {
    return ResponseEntity.ok()
        .contentType(YAML)
        .body(new ClassPathResource(DOCUMENT, OpenApiController.class));
  }
}
