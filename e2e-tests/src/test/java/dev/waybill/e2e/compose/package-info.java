/**
 * Holds docker-compose.yml and the Dockerfile against the applications that they run. No container
 * engine is needed, and none is started.
 */
@NullMarked
package dev.waybill.e2e.compose;

import org.jspecify.annotations.NullMarked;
