/**
 * Whether a released schema is still what it was for those who read and wrote by it. Knows JSON
 * Schema and nothing of types, versions and files. Plain Java: two schemas come in, differences go
 * out.
 */
@NullMarked
package dev.waybill.contract.compatibility;

import org.jspecify.annotations.NullMarked;
