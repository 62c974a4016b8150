export type GroupState = 'upcoming' | 'running' | 'over' | 'open';

/** The state of a group at a moment, derived from its dates. */
export function stateOfGroup(
  { startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined },
  now: number,
): GroupState {
  if (!startsAt && !endsAt) return 'open';
  if (startsAt && Date.parse(startsAt) > now) return 'upcoming';
  if (endsAt && Date.parse(endsAt) < now) return 'over';
  return 'running';
}
