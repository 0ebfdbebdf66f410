/**
 * The stored activities, and how many there are. Every statement names the tenant. Knows no message
 * and no HTTP.
 */
@NullMarked
package dev.waybill.dashboard.counts;

import org.jspecify.annotations.NullMarked;
