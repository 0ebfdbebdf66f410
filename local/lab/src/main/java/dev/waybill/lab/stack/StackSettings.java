package dev.waybill.lab.stack;

import java.nio.file.Path;

/**
 * What a stack is started with.
 *
 * @param data the folder of the servers' data and all logs
 * @param reset whether earlier data is removed first
 */
public record StackSettings(
    Checkout checkout, Path data, boolean reset, StackPorts ports, StackServices services) {}
