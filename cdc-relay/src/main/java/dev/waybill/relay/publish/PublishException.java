package dev.waybill.relay.publish;

import java.util.Optional;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Kafka refused, failed, or did not answer; what was in hand may or may not be committed. */
public final class PublishException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable Refusal refusal;
  private final boolean othersAnswered;

  PublishException(String message, Throwable cause) {
    this(message, null, false, cause);
  }

  /**
   * @param othersAnswered whether another topic took records of the same batch, so that silence is
   *     that of one topic and not of the cluster
   */
  PublishException(
      String message, @Nullable Refusal refusal, boolean othersAnswered, Throwable cause) {
    super(
        message
            + (refusal == null ? "" : ", refused " + refusal.what())
            + ": "
            + describe(refusal == null ? cause : refusal.error()),
        cause);
    this.refusal = refusal;
    this.othersAnswered = othersAnswered;
  }

  /** The topic that refused a record, when the refusal concerns that topic alone. */
  public Optional<String> refusedBy() {
    return Optional.ofNullable(refusal)
        .filter(
            refused ->
                concernsOneTopic(refused.error())
                    || (refused.error() instanceof TimeoutException && othersAnswered))
        .map(Refusal::topic);
  }

  private static boolean concernsOneTopic(Exception error) {
    return error instanceof TopicAuthorizationException
        || error instanceof UnknownTopicOrPartitionException
        || error instanceof InvalidTopicException
        || error instanceof NotEnoughReplicasException
        || error instanceof NotEnoughReplicasAfterAppendException
        || error instanceof RecordTooLargeException
        || error instanceof PolicyViolationException;
  }

  private static String describe(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }

  /**
   * A record that was not accepted.
   *
   * @param what names it, for people
   */
  record Refusal(String topic, String what, Exception error) {}
}
