import type { EventRow } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { type CanSeeEvent, loadAudience } from './audience.ts';
import { type LiveMessage, presentEvent } from './live-message.ts';

/** Builds the messages of a page of events, and the check of who may receive each. */
export async function prepareMessages(
  queries: Queries,
  streamedTypes: ReadonlySet<string>,
  events: EventRow[],
): Promise<{ messages: LiveMessage[]; canSee: CanSeeEvent }> {
  const streamed = events.filter(({ type }) => streamedTypes.has(type));
  return { messages: streamed.map(presentEvent), canSee: await loadAudience(queries, streamed) };
}
