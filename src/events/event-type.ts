import type { Static, TSchema } from 'typebox';

/** The feeds of a user's activity list. */
export const activityFeeds = ['ticket', 'project', 'comment', 'review'] as const;
export type ActivityFeed = (typeof activityFeeds)[number];

/** A type of event, declared once by its module. History, activity, webhooks, streams and documentation use it. */
export interface EventType<P extends TSchema = TSchema> {
  name: string;
  /** One line for the documentation. */
  meaning: string;
  payload: P;
  /** The entry in the actor's activity feed; absent if there is none. */
  activity?: {
    feed: ActivityFeed;
    action: string;
    entity: (payload: Static<P>) => { id: string; title: string };
  };
  /** The sentence that follows the name of the actor: "created ticket ABC-1 …". */
  sentence: (payload: Static<P>) => string;
  /** True if webhooks and streams may receive it; by default they may not. */
  isPublic?: boolean;
  /** True if live streams send it although webhooks do not. */
  isStreamed?: boolean;
}

export const eventType = <P extends TSchema>(declaration: EventType<P>): EventType<P> => declaration;

/** A pattern is `*`, an event name, or a prefix such as `ticket.*`. */
export const matchesAnyPattern = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
