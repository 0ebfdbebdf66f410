package dev.waybill.handler.consume;

import dev.waybill.handler.attempt.ClaimedRun;
import dev.waybill.handler.attempt.DeliveryQueue;
import dev.waybill.handler.attempt.RunObserver;
import dev.waybill.handler.deliver.BatchTransaction;
import dev.waybill.handler.deliver.Triage;
import dev.waybill.handler.record.RecordReader;
import dev.waybill.handler.retry.Judge;
import dev.waybill.handler.retry.OutageGate;
import java.util.function.BooleanSupplier;

/**
 * What a listener handles records with.
 *
 * @param bell rung when something was left to the workers
 * @param ending whether the handler is asked to end
 */
record Handling(
    RecordReader reader,
    Triage triage,
    BatchTransaction batches,
    Judge judge,
    OutageGate gate,
    DeliveryQueue queue,
    ClaimedRun claimedRun,
    RunObserver observer,
    Runnable bell,
    BooleanSupplier ending) {}
