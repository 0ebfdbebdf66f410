/**
 * A PostgreSQL server from embedded binaries, on loopback, that can be stopped, crashed and started
 * again. Knows nothing of the tables in it.
 */
@NullMarked
package dev.waybill.local.postgres;

import org.jspecify.annotations.NullMarked;
