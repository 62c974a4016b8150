import { m } from '../../messages/index.ts';
import { formatDateTime } from '../../parts/dates/dates.ts';
import { returnAt, snoozeTimes } from '../../parts/dates/return-at.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { startOfDay } from '../../replica/index.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { snoozeTickets } from './decide.ts';

/** When a snoozed ticket waits again. */
export function SnoozeMenu({ rows, onPicked, ...anchor }: TicketPickerProps) {
  const ids = rows.map(({ id }) => id);
  return (
    <Menu {...anchor} label={m.triage.snooze}>
      {snoozeTimes.map((time) => {
        const at = returnAt(time, Date.now(), startOfDay);
        return (
          <MenuItem
            key={time}
            icon="clock"
            onSelect={() => {
              snoozeTickets(ids, at);
              onPicked?.();
            }}
          >
            {`${m.triage.times[time]}, ${formatDateTime(new Date(at).toISOString())}`}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
