/**
 * RFC 9457 problems that also say what to do, and the answers to requests that got no further than
 * the door. A service adds the problems of its own domain.
 */
@NullMarked
package dev.waybill.access.problem;

import org.jspecify.annotations.NullMarked;
