/**
 * Which handlers the application has: found among its beans, held against their subscriptions,
 * refused at start when the two do not match. Knows no topic's content and no database.
 */
@NullMarked
package dev.waybill.handler.registry;

import org.jspecify.annotations.NullMarked;
