import type { Tx } from '../platform/db/index.ts';
import type { NewEvent } from './event-store.ts';

/** What another room does because of events, in the same transaction: both happen or neither. */
export type Reaction = (tx: Tx, events: NewEvent[]) => Promise<void>;

const reactions = new Set<Reaction>();

/** From now on, for events that go out. The app says so when it is put together; saying it twice is once. */
export const reactToEvents = (reaction: Reaction): void => {
  reactions.add(reaction);
};

export async function react(tx: Tx, events: (NewEvent & { isPublic: boolean })[]): Promise<void> {
  const goingOut = events.filter(({ isPublic }) => isPublic);
  if (goingOut.length === 0) return;
  for (const reaction of reactions) await reaction(tx, goingOut);
}
