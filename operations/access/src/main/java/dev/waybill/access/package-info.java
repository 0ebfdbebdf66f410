/**
 * Who calls, for which tenant, and what they may do. The same for every service that speaks HTTP;
 * knows nothing of what they do.
 */
@NullMarked
package dev.waybill.access;

import org.jspecify.annotations.NullMarked;
