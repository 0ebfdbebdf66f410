/**
 * Where the servers are and how to reach them: options, environment, connections, and what a
 * refused connection means. Knows nothing of what is asked there.
 */
@NullMarked
package dev.waybill.cli.connect;

import org.jspecify.annotations.NullMarked;
