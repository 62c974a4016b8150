import type { ProjectUpdate } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Badge } from '../../parts/display/badge.tsx';

export const healths = ['on_track', 'at_risk', 'off_track'] as const satisfies ProjectUpdate['health'][];

const looks = { on_track: 'green', at_risk: 'amber', off_track: 'red' } as const;

export const HealthBadge = ({ health }: { health: ProjectUpdate['health'] }) => (
  <Badge look={looks[health]}>{m.overview.healths[health]}</Badge>
);
