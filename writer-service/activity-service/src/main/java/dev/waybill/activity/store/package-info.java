/**
 * The tables of schema activity. Every statement names the tenant; knows no rules of the domain.
 */
@NullMarked
package dev.waybill.activity.store;

import org.jspecify.annotations.NullMarked;
