-- The own migration of an application that uses the starter.
CREATE TABLE shop.basket (id bigint CONSTRAINT basket_pkey PRIMARY KEY);
