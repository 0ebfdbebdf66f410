-- guide: tables
CREATE SCHEMA shop;
CREATE TABLE shop.basket (
  id      text    NOT NULL,
  tenant  text    NOT NULL,
  status  text    NOT NULL DEFAULT 'open',
  version bigint  NOT NULL DEFAULT 1,
  total   numeric NOT NULL,
  looks   bigint  NOT NULL DEFAULT 0,
  CONSTRAINT basket_pkey PRIMARY KEY (id)
);
GRANT USAGE ON SCHEMA shop TO waybill_writer;
GRANT SELECT, INSERT, UPDATE ON shop.basket TO waybill_writer;
-- guide: end
