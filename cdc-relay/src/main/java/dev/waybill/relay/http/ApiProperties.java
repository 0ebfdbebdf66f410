package dev.waybill.relay.http;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who may direct the relay over HTTP, {@code waybill.relay.api.*}.
 *
 * @param operatorTenant the tenant whose operators run the relay for all others; without it nobody
 *     may order what concerns every tenant, and operators see and replay dead letters of their own
 *     tenant only
 */
@ConfigurationProperties("waybill.relay.api")
record ApiProperties(@Nullable String operatorTenant) {}
