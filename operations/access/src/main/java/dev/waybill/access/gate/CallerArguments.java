package dev.waybill.access.gate;

import dev.waybill.access.token.CallerArgument;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Lets controllers take the caller as a parameter. */
@Configuration(proxyBeanMethods = false)
class CallerArguments implements WebMvcConfigurer {

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(new CallerArgument());
  }
}
