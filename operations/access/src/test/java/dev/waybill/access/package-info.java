/** Roles, and who holds them. */
@NullMarked
package dev.waybill.access;

import org.jspecify.annotations.NullMarked;
