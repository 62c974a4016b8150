import type { Static, TSchema } from 'typebox';

/** The parts of a person's activity feed. */
export const activityFeeds = ['ticket', 'project', 'comment', 'review'] as const;
export type ActivityFeed = (typeof activityFeeds)[number];

/** A kind of event, declared once by the room in which it happens. Everything that tells of events reads this. */
export interface EventType<P extends TSchema = TSchema> {
  name: string;
  /** One line for the documentation. */
  meaning: string;
  payload: P;
  /** How it stands in the feed of who did it; absent: it does not. */
  activity?: {
    feed: ActivityFeed;
    action: string;
    entity: (payload: Static<P>) => { id: string; title: string };
  };
  /** What the feed says: "created ticket ABC-1 …", after the name of who did it. */
  sentence: (payload: Static<P>) => string;
  /** Whether subscribers outside may receive it. */
  isPublic: boolean;
  /** Whether live streams show it although it does not go out. */
  isStreamed?: boolean;
}

export const eventType = <P extends TSchema>(declaration: EventType<P>): EventType<P> => declaration;
