/**
 * Real servers for integration tests: one PostgreSQL and one Kafka for all test classes of a JVM, a
 * database and a topic prefix of its own for each class. Knows nothing of what is under test.
 */
@NullMarked
package dev.waybill.testsupport.servers;

import org.jspecify.annotations.NullMarked;
