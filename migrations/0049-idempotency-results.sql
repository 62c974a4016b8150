-- What the use case of the first request returned, as JSON, stored in the transaction of its change. If the process ends
-- before the answer is stored, a repeat builds the answer from it.
alter table idempotency_keys add column result text;
