import { m } from '../messages/index.ts';
import { type EventGroup, eventGroups } from './event-names.ts';

const shownMax = 3;

/** A choice of events in a few words: “Tickets, comment.created”. */
export function describeEvents(patterns: readonly string[]): string {
  if (patterns.includes('*')) return m.webhooks.form.every;
  const names = patterns.map((pattern) => {
    const group = pattern.endsWith('.*') ? pattern.slice(0, -2) : '';
    return group in eventGroups ? m.webhooks.groups[group as EventGroup] : pattern;
  });
  const rest = names.length - shownMax;
  return rest > 0 ? `${names.slice(0, shownMax).join(', ')} +${rest}` : names.join(', ');
}
