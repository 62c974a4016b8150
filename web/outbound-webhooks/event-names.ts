/** The events that a webhook can subscribe to, by what they are about. A test compares them with the API. */
export const eventGroups = {
  ticket: [
    'created',
    'updated',
    'status_changed',
    'assigned',
    'triaged',
    'reopened',
    'shipped',
    'linked',
    'link_changed',
    'deleted',
  ],
  comment: ['created', 'updated', 'deleted', 'resolved', 'reopened'],
  attachment: ['created', 'deleted'],
  criterion: ['created', 'updated', 'deleted', 'state_changed', 'reordered'],
  evidence: ['added'],
  review: ['requested', 'approved', 'changes_requested'],
  gate: ['forced', 'refused'],
  reaction: ['added', 'removed'],
  project: ['created', 'updated', 'imported', 'deleted'],
  project_update: ['posted'],
  cycle: ['started', 'ended'],
  member: ['added', 'removed'],
  repository: ['approved', 'refused'],
  agent_task: [
    'queued',
    'claimed',
    'activity',
    'artifact',
    'pushed',
    'waiting_for_user',
    'answered',
    'completed',
    'failed',
    'cancelled',
    'released',
    'requeued',
    'retrying',
    'timed_out',
    'held',
    'unheld',
    'message',
    'message_delivered',
    'message_read',
    'stop_requested',
  ],
  webhook: ['disabled', 'enabled'],
} as const;

export type EventGroup = keyof typeof eventGroups;
export const eventGroupNames = Object.keys(eventGroups) as EventGroup[];

export const groupEvents = (group: EventGroup): string[] =>
  eventGroups[group].map((name) => `${group}.${name}`);
export const allEvents = (): string[] => eventGroupNames.flatMap(groupEvents);

/** The events that names and patterns such as `ticket.*` stand for. */
export function expandEvents(patterns: readonly string[]): Set<string> {
  const tests = patterns.map(
    (pattern) => new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`),
  );
  return new Set(allEvents().filter((name) => tests.some((test) => test.test(name))));
}

/**
 * The shortest way to say a choice of events: `*` for all, `ticket.*` for a whole group. A pattern also includes the events
 * that a later version of Docket adds.
 */
export function compactEvents(chosen: ReadonlySet<string>): string[] {
  if (allEvents().every((name) => chosen.has(name))) return ['*'];
  return eventGroupNames.flatMap((group) => {
    const names = groupEvents(group);
    return names.every((name) => chosen.has(name))
      ? [`${group}.*`]
      : names.filter((name) => chosen.has(name));
  });
}
