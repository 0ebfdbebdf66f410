/**
 * What every contract and subscription of a checkout must keep, one rule a class, so that a build
 * and a command judge alike. Reads files and changes none. Plain Java: a checkout comes in,
 * breaches go out.
 */
@NullMarked
package dev.waybill.contract.check;

import org.jspecify.annotations.NullMarked;
