-- Answers to POSTs that carried an Idempotency-Key. The row is written in the transaction of the change, so a
-- change that happened is always known to have happened; the answer follows when it is sent.
create table idempotency_keys (
  caller_id text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created_at bigint not null,
  primary key (caller_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
