/**
 * The rules that the shape of the code must keep, each with a fixture that breaks it. It looks at
 * compiled classes and at source files, never at behaviour.
 */
@NullMarked
package dev.waybill.e2e.architecture;

import org.jspecify.annotations.NullMarked;
