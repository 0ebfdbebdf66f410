package dev.waybill.handler.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who may direct the handlers over HTTP.
 *
 * @param operatorTenant The tenant whose operators run the handlers for all others; without it
 *     nobody may pause, resume or recover, and operators see and retry deliveries of their own
 *     tenant only.
 */
@ConfigurationProperties("waybill.handler.endpoint")
record EndpointProperties(@Nullable String operatorTenant) {}
