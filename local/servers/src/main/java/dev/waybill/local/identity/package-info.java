/** Signs tokens, in place of a company's identity provider. Knows no service. */
@NullMarked
package dev.waybill.local.identity;

import org.jspecify.annotations.NullMarked;
