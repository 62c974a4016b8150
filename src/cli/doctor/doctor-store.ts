import { type Queries, statement } from '../../platform/db/index.ts';

const newestEvent = statement<object, { occurredAt: number }>(
  'select occurred_at as "occurredAt" from events order by seq desc limit 1',
);

export const findNewestEventTime = async (queries: Queries) =>
  (await queries.find(newestEvent, {}))?.occurredAt;
