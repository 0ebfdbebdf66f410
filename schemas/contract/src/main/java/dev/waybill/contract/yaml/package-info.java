/** Where in a YAML text a field is. Knows no field. */
@NullMarked
package dev.waybill.contract.yaml;

import org.jspecify.annotations.NullMarked;
