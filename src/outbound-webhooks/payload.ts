import type { NewEvent } from '../events/index.ts';
import { toIso } from '../platform/instant.ts';

export type EventSource = Pick<NewEvent, 'id' | 'type' | 'occurredAt' | 'data'>;

/**
 * The bytes that are signed and sent. They follow from the event alone, which was frozen when it happened, so they are
 * the same at every attempt, for every subscription, and need to be kept only once.
 */
export const bodyOf = ({ id, type, occurredAt, data }: EventSource): Buffer =>
  Buffer.from(`{"id":"${id}","type":"${type}","timestamp":"${toIso(occurredAt)}","data":${data}}`);
