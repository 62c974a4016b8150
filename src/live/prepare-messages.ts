import type { EventRow, EventType } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { isOfImport } from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { type Audience, loadAudience } from './audience.ts';
import { type DerivedEvent, deriveEvents } from './derived-events.ts';
import { type LiveMessage, presentDerived, presentEvent } from './live-message.ts';

/** The messages of a page of events for one actor, in order. */
export type MessagesFor = (actor: Actor) => LiveMessage[];

type ForActor = (actor: Actor, audience: Audience) => LiveMessage | undefined;

/** Builds the messages of a page of events, and the check of who may receive each. */
export async function prepareMessages(
  queries: Queries,
  streamedTypes: ReadonlySet<EventType['name']>,
  events: EventRow[],
): Promise<MessagesFor> {
  const derived = events.map(deriveEvents);
  // An import may record 100,000 events, which are not streamed. Its last event makes clients load the project again.
  const isStreamed = (event: EventRow) => streamedTypes.has(event.type) && !isOfImport(event);
  const relevant = events.filter((event, i) => isStreamed(event) || derived[i]?.length);
  const audience = await loadAudience(queries, [...relevant, ...derived.flat().map(({ event }) => event)]);
  const messages = events.flatMap((event, i) => [
    ...(derived[i] as DerivedEvent[]).map(messageOfDerived),
    ...(isStreamed(event) ? [buildMessage(event)] : []),
  ]);
  return (actor) =>
    messages.flatMap((messageFor) => {
      const message = messageFor(actor, audience);
      return message ? [message] : [];
    });
}

function buildMessage(event: EventRow): ForActor {
  const message = presentEvent(event);
  return (actor, audience) => (audience.canSee(actor, event) ? message : undefined);
}

function messageOfDerived({ event, cause, reaches, leavesProject }: DerivedEvent): ForActor {
  const message = presentDerived(event);
  const forFilteredStreams = { ...message, unlessWithProject: cause.projectId };
  return (actor, audience) => {
    if (!reaches(actor, audience)) return undefined;
    return leavesProject && audience.canSee(actor, cause) ? forFilteredStreams : message;
  };
}
