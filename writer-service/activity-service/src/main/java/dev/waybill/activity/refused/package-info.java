/** Why a request was turned down, each reason a type with its remedy. Knows no HTTP status. */
@NullMarked
package dev.waybill.activity.refused;

import org.jspecify.annotations.NullMarked;
