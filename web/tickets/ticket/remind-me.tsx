import { useQuery } from '@tanstack/react-query';
import { api, dataQuery, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { formatDateTime } from '../../parts/dates/dates.ts';
import { remindTimes, returnAt } from '../../parts/dates/return-at.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { ChooseTime } from '../../parts/forms/choose-time.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { startOfDay, type TicketRow } from '../../replica/index.ts';
import { openField } from '../fields/open-field.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';

/** Reminders change with notifications, so they are loaded again with them. */
const remindersQuery = () => dataQuery(['notifications', 'reminders'], () => api.listReminders());

const useReminder = (ticketId: string | undefined) =>
  useQuery(remindersQuery()).data?.find(({ ticket }) => ticket.id === ticketId);

/** Shows whether the person has a reminder of the ticket, and opens the menu. */
export function RemindMe({ row }: { row: TicketRow }) {
  const known = useReminder(row.id);
  const text = m.notifications.remind;
  return (
    <IconButton
      icon="bell"
      label={known ? text.at(formatDateTime(known.remindAt)) : text.name}
      keys="Shift+h"
      aria-haspopup="menu"
      data-ticket-remind
      className={known ? 'ticket-reminded' : ''}
      onClick={({ currentTarget }) => openField('remind', [row.id], currentTarget)}
    />
  );
}

/** Sets, moves and removes the reminder that the person has of a ticket. */
export function RemindMenu({ rows: [row], onPicked, ...anchor }: TicketPickerProps) {
  const known = useReminder(row?.id);
  const text = m.notifications.remind;
  if (!row) return null;
  const pick = (run: () => Promise<void>) => () => {
    void attempt(run);
    onPicked?.();
  };
  const choose = () => {
    openDialog(
      { title: text.title },
      <ChooseTime submit={text.name} startOf={startOfDay} onChoose={(at) => remind(row, at)} />,
    );
    onPicked?.();
  };
  return (
    <Menu {...anchor} label={text.name}>
      {remindTimes.map((time) => (
        <MenuItem
          key={time}
          icon="clock"
          onSelect={pick(() => remind(row, returnAt(time, Date.now(), startOfDay)))}
        >
          {text.times[time]}
        </MenuItem>
      ))}
      <MenuItem icon="calendar" onSelect={choose}>
        {text.choose}
      </MenuItem>
      {known && (
        <>
          <MenuSeparator />
          <MenuItem icon="close" onSelect={pick(() => removeReminder(row))}>
            {text.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

async function remind({ id }: TicketRow, atMs: number): Promise<void> {
  await api.setReminder({ params: { id }, body: { remindAt: new Date(atMs).toISOString() } });
  showToast({ text: m.notifications.remind.set(formatDateTime(atMs)) });
  await reload();
}

async function removeReminder({ id }: TicketRow): Promise<void> {
  await api.removeReminder({ params: { id } });
  showToast({ text: m.notifications.remind.removed });
  await reload();
}

const reload = () => queryClient.invalidateQueries({ queryKey: remindersQuery().queryKey });
