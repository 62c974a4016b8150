import type { Static, TSchema } from 'typebox';

/** A kind of event, declared once by the room in which it happens. Everything that tells of events reads this. */
export interface EventType<P extends TSchema = TSchema> {
  name: string;
  /** One line for the documentation. */
  meaning: string;
  payload: P;
  /** Which part of a person's activity feed it belongs to; absent: it is not shown there. */
  activity?: 'ticket' | 'project' | 'comment' | 'review';
  /** What the feed says: "created ticket ABC-1 …", after the name of who did it. */
  sentence: (payload: Static<P>) => string;
  /** Whether subscribers outside may receive it. */
  goesOut: boolean;
}

export const eventType = <P extends TSchema>(declaration: EventType<P>): EventType<P> => declaration;
