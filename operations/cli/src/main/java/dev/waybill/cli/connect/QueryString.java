package dev.waybill.cli.connect;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A path with its parameters, written as a server reads them. */
public final class QueryString {

  private final StringBuilder text;
  private char separator = '?';

  /**
   * @param path without parameters
   */
  public QueryString(String path) {
    this.text = new StringBuilder(path);
  }

  /** Adds a parameter; one that is null is left out. */
  public QueryString with(String name, @Nullable Object value) {
    if (value != null) {
      text.append(separator)
          .append(name)
          .append('=')
          .append(URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8));
      separator = '&';
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
