/** Who calls, for which tenant, and what they may do. Knows tokens; knows nothing of activities. */
@NullMarked
package dev.waybill.activity.security;

import org.jspecify.annotations.NullMarked;
