package dev.waybill.benchmarks.report;

/**
 * One number.
 *
 * @param name words joined by dots, from the general to the particular, the same in every run
 * @param unit {@code ms}, {@code 1/s}, {@code x} for a ratio, and so on
 */
public record Figure(String name, double value, String unit) {}
