import type { NewEvent } from '../../events/index.ts';
import { toIso } from '../../platform/instant.ts';
import { withTicketRow } from '../../tickets/index.ts';

export type PayloadEvent = Pick<NewEvent, 'id' | 'type' | 'occurredAt' | 'data'>;

/**
 * The bytes that are signed and sent. They depend only on the event's row, which never changes, so they are the same for
 * every attempt and subscription and are not stored with the delivery.
 */
export const serializePayload = ({ id, type, occurredAt, data }: PayloadEvent): Buffer =>
  Buffer.from(
    `{"id":"${id}","type":"${type}","timestamp":"${toIso(occurredAt)}","data":${withTicketRow(data)}}`,
  );
