export const needKinds = ['question', 'approval', 'review', 'failure', 'held'] as const;
export type NeedKind = (typeof needKinds)[number];

/** What a person’s action lets go on. */
export interface Freed {
  /** Agents with an unfinished task on these tickets. */
  agents: number;
  tickets: number;
  /** How long the projects need for these tickets at their present pace. */
  days: number;
}

interface Ordered {
  /** Decides between equal items, so that the order is the same each time. */
  id: string;
  since: number;
  frees: Freed;
  /** How long the person will need for it. */
  minutes: number;
}

/** Expected minutes: a choice is one click, a failure needs a look at the log, a review at the change. */
export const expectedMinutes = {
  choice: 1,
  approval: 2,
  held: 3,
  form: 3,
  text: 5,
  failure: 10,
  review: 15,
  ownTicket: 60,
};

/** An agent that stands still costs as much as a day of the forecast. */
export const freedWork = ({ agents, days }: Freed) => agents + days;

/**
 * Sorts by freed work per minute. If somebody works through the list from the top, the sum over all items of their work
 * times how long it waited is then the smallest possible (Smith’s rule). Of equal items the oldest comes first.
 */
export const orderNeeds = <T extends Ordered>(needs: readonly T[]): T[] =>
  needs.toSorted(
    (a, b) =>
      freedWork(b.frees) / b.minutes - freedWork(a.frees) / a.minutes ||
      a.since - b.since ||
      (a.id < b.id ? -1 : 1),
  );

/**
 * Returns a function that finds the tickets that can go on when a ticket is done: itself, what it alone blocks, and what
 * these then block. `blockers` has the open blockers of each ticket that can be reached.
 */
export function freedTicketsFinder(blockers: ReadonlyMap<string, readonly string[]>) {
  const blockedBy = new Map<string, string[]>();
  for (const [ticket, its] of blockers)
    for (const blocker of its) blockedBy.set(blocker, [...(blockedBy.get(blocker) ?? []), ticket]);
  return (root: string): Set<string> => {
    const freed = new Set([root]);
    // A set is also visited in what is added on the way.
    for (const done of freed)
      for (const ticket of blockedBy.get(done) ?? [])
        if (blockers.get(ticket)?.every((blocker) => freed.has(blocker))) freed.add(ticket);
    return freed;
  };
}
