-- Reason: where each handler reads on, one row per partition, moved in the transaction of the batch. Kafka's committed
--   offset is not asked, because this database and Kafka may be restored to different times.
--   topic_id tells a topic from a later one of the same name. incarnation grows when the position is set by a decision
--   (first read, another topic, truncation, gap) and not moved by a batch: a batch that was begun before such a
--   decision must not move the position after it.
-- Lock: none, the table is new.
-- Way back: DROP TABLE inbox.position; every handler then reads its topic from the beginning and skips what it knows.

CREATE TABLE inbox.position (
  handler      text        NOT NULL,
  topic        text        NOT NULL,
  partition    integer     NOT NULL,
  topic_id     uuid        NOT NULL,
  next_offset  bigint      NOT NULL,
  leader_epoch integer,
  incarnation  bigint      NOT NULL,
  updated_at   timestamptz NOT NULL,
  CONSTRAINT position_pkey PRIMARY KEY (handler, topic, partition),
  CONSTRAINT position_next_offset_is_not_negative CHECK (next_offset >= 0)
);

COMMENT ON TABLE inbox.position IS
  'The offset that each handler reads next; everything before it is in inbox.delivery or was a copy of such a message.';
