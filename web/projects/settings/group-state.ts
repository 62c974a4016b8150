export type GroupState = 'upcoming' | 'running' | 'over' | 'open';

/** Where a group stands on a moment, from its dates. */
export function stateOfGroup(
  { startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined },
  now: number,
): GroupState {
  if (!startsAt && !endsAt) return 'open';
  if (startsAt && Date.parse(startsAt) > now) return 'upcoming';
  if (endsAt && Date.parse(endsAt) < now) return 'over';
  return 'running';
}
