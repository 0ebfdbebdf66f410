package dev.waybill.outbox.autoconfigure;

import dev.waybill.outbox.jpa.JpaFlush;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.orm.jpa.EntityManagerHolder;

/** Lets JPA write its changes before each message, in an application that has it. */
@AutoConfiguration(before = OutboxAutoConfiguration.class)
@ConditionalOnClass({EntityManagerFactory.class, EntityManagerHolder.class})
public final class OutboxJpaAutoConfiguration {

  @Bean(OutboxAutoConfiguration.FLUSH)
  Runnable waybillFlush(ObjectProvider<EntityManagerFactory> factories) {
    return new JpaFlush(factories::stream);
  }
}
