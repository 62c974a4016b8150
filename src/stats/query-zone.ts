import { invalid } from '../platform/errors.ts';
import { findTimezone, isTimezone, type Scope } from '../users/index.ts';

/** The time zone in which the days of a query are counted: the given one, or the caller's. */
export async function zoneOfQuery({ db, actor }: Scope, timezone: string | undefined): Promise<string> {
  const zone = timezone ?? (await findTimezone(db.reads, actor.userId));
  if (!isTimezone(zone)) throw invalid({ timezone: ['Timezone must be an IANA name such as Europe/Vienna'] });
  return zone;
}
