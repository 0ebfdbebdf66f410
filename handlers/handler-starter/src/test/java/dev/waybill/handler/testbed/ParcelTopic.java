package dev.waybill.handler.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.wire.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A handler's topic, written to as the relay does: in Kafka transactions. */
public final class ParcelTopic implements AutoCloseable {

  private final String bootstrapServers;
  private final String name;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Lock turns = new ReentrantLock(true);

  public ParcelTopic(String bootstrapServers, String name) {
    this.bootstrapServers = bootstrapServers;
    this.name = name;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "tx-" + name),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  public String name() {
    return name;
  }

  public ParcelTopic create(int partitions) {
    await(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all());
    return this;
  }

  /** The name of the topic of dead letters. */
  public String deadLetters() {
    return TopicNames.deadLetters(name);
  }

  /** Makes the topic of dead letters, with one partition whatever the other has. */
  public ParcelTopic createDeadLetters() {
    await(admin.createTopics(List.of(new NewTopic(deadLetters(), 1, (short) 1))).all());
    return this;
  }

  /** Denies everybody writing dead letters; {@link #allowDeadLetters} takes it back. */
  public ParcelTopic denyDeadLetters() {
    await(
        admin
            .createAcls(
                List.of(
                    deadLetterRule(AclOperation.ALL, AclPermissionType.ALLOW),
                    deadLetterRule(AclOperation.WRITE, AclPermissionType.DENY)))
            .all());
    return this;
  }

  public void allowDeadLetters() {
    await(
        admin
            .deleteAcls(
                List.of(deadLetterRule(AclOperation.WRITE, AclPermissionType.DENY).toFilter()))
            .all());
  }

  private AclBinding deadLetterRule(AclOperation operation, AclPermissionType type) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, deadLetters(), PatternType.LITERAL),
        new AccessControlEntry("User:*", "*", operation, type));
  }

  /** Every dead letter on the topic, up to its end as it is now. */
  public List<ConsumerRecord<byte[], byte[]>> readDeadLetters() {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition only = new TopicPartition(deadLetters(), 0);
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      long end = consumer.endOffsets(List.of(only)).getOrDefault(only, 0L);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (consumer.position(only) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  public void delete() {
    await(admin.deleteTopics(List.of(name)).all());
  }

  /** Makes it again, as soon as Kafka has removed the one before. */
  public void recreate(int partitions) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> create(partitions) == this);
  }

  public void grow(int partitions) {
    await(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all());
  }

  /** Removes everything before an offset, as retention does. */
  public void removeBefore(int partition, long offset) {
    await(
        admin
            .deleteRecords(
                Map.of(new TopicPartition(name, partition), RecordsToDelete.beforeOffset(offset)))
            .all());
  }

  /** Removes every dead letter, as retention does. */
  public void removeDeadLetters() {
    await(
        admin
            .deleteRecords(
                Map.of(new TopicPartition(deadLetters(), 0), RecordsToDelete.beforeOffset(-1)))
            .all());
  }

  /** Sends in one transaction. Threads take turns. */
  public void send(List<Parcel> parcels) {
    turns.lock();
    try {
      producer.beginTransaction();
      parcels.stream().map(parcel -> producer.send(parcel.record(name))).forEach(sent -> {});
      producer.commitTransaction();
    } finally {
      turns.unlock();
    }
  }

  public void send(Parcel... parcels) {
    send(List.of(parcels));
  }

  /** Sends a transaction that is rolled back. */
  public void sendAborted(Parcel parcel) {
    producer.beginTransaction();
    Future<?> sent = producer.send(parcel.record(name));
    producer.flush();
    assertThat(sent).isDone();
    producer.abortTransaction();
  }

  /** Records that the group has not committed yet, markers included. */
  public long lag() {
    Map<TopicPartition, OffsetAndMetadata> committed =
        await(admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata());
    return ends().entrySet().stream()
        .mapToLong(
            end ->
                end.getValue()
                    - Optional.ofNullable(committed.get(end.getKey()))
                        .map(OffsetAndMetadata::offset)
                        .orElse(0L))
        .sum();
  }

  /** The end of each partition. */
  public Map<TopicPartition, Long> ends() {
    int partitions =
        await(admin.describeTopics(List.of(name)).allTopicNames())
            .values()
            .iterator()
            .next()
            .partitions()
            .size();
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, partitions)
            .boxed()
            .collect(
                Collectors.toMap(
                    number -> new TopicPartition(name, number), number -> OffsetSpec.latest()));
    return await(admin.listOffsets(asked).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  /** Members of the group. */
  public int members() {
    return await(admin.describeConsumerGroups(List.of(name)).all())
        .values()
        .iterator()
        .next()
        .members()
        .size();
  }

  /**
   * Takes every member out of the group, as it does by itself when a dead one's session is over.
   */
  public void forgetMembers() {
    if (members() > 0) {
      await(
          admin
              .removeMembersFromConsumerGroup(name, new RemoveMembersFromConsumerGroupOptions())
              .all());
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
    admin.close(Duration.ofSeconds(2));
  }

  private static <T> T await(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
