import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TicketWithPermissions, TimeLog } from '../../../../sdk/index.ts';
import { api, DocketError } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { TextInput } from '../../../parts/controls/text-input.tsx';
import { dayOf, formatDay, today } from '../../../parts/dates/dates.ts';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { FormActions } from '../../../parts/forms/form-actions.tsx';
import { Dialog } from '../../../parts/popups/dialog.tsx';
import { showToast } from '../../../parts/popups/toasts.ts';
import { useMe } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { formatMinutes, parseMinutes } from './duration.ts';
import './ticket-time.css';

/** Time spent on the ticket, its sum, and a form to log more. */
export function TicketTime({ details }: { details: TicketWithPermissions }) {
  const query = ticketQueries.timeLogs(details.id);
  const { data: logs = [] } = useQuery({ ...query, enabled: details._count.timeLogs > 0 });
  const client = useQueryClient();
  const me = useMe();
  const [edited, setEdited] = useState<TimeLog | 'new'>();
  const text = m.ticket.time;
  if (logs.length === 0 && !details.may.logTime) return null;
  const sum = logs.reduce((total, { minutes }) => total + minutes, 0);
  const refresh = () => client.invalidateQueries({ queryKey: ticketQueries.ofTicket(details.id) });

  async function save(values: FormData) {
    const minutes = parseMinutes(String(values.get('minutes')));
    if (minutes === undefined) throw timeInvalid();
    const day = String(values.get('spentAt'));
    const body = {
      minutes,
      description: String(values.get('description')) || null,
      // Noon keeps the day in every time zone; for today the present time is used.
      ...(day !== today() && { spentAt: `${day}T12:00:00.000Z` }),
    };
    const params = { id: details.id };
    if (edited === 'new') await api.logTime({ params, body });
    else if (edited) await api.changeTimeLog({ params: { ...params, logId: edited.id }, body });
    setEdited(undefined);
    showToast({ text: edited === 'new' ? text.logged(formatMinutes(minutes)) : text.changed });
    await refresh();
  }

  async function remove(log: TimeLog) {
    await attempt(async () => {
      await api.deleteTimeLog({ params: { id: details.id, logId: log.id } });
      showToast({
        text: text.deleted(formatMinutes(log.minutes)),
        actions: [{ name: m.shell.undo, run: () => void logAgain(log) }],
      });
    });
    await refresh();
  }

  async function logAgain({ minutes, description, spentAt }: TimeLog) {
    await api.logTime({
      params: { id: details.id },
      body: { minutes, description: description ?? null, spentAt },
    });
    await refresh();
  }

  return (
    <section className="ticket-time" aria-label={text.name}>
      <div className="ticket-part-head">
        <h3 className="ticket-side-title">{text.name}</h3>
        {sum > 0 && <span className="ticket-time-sum figures">{formatMinutes(sum)}</span>}
        {details.may.logTime && (
          <IconButton
            icon="plus"
            label={text.log}
            className="ticket-part-add"
            onClick={() => setEdited('new')}
          />
        )}
      </div>
      <ul>
        {logs.map((log) => (
          <li key={log.id} className="ticket-time-log">
            <PersonAvatar named person={log.user} />
            <span className="figures">{formatMinutes(log.minutes)}</span>
            <span className="ticket-time-note clipped">{log.description}</span>
            <span className="ticket-time-day">{formatDay(log.spentAt)}</span>
            {details.may.logTime && log.user.id === me.id && (
              <span className="ticket-time-actions">
                <IconButton
                  icon="edit"
                  label={text.edit(formatMinutes(log.minutes))}
                  onClick={() => setEdited(log)}
                />
                <IconButton
                  icon="trash"
                  label={text.delete(formatMinutes(log.minutes))}
                  onClick={() => void remove(log)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={edited !== undefined} onClose={() => setEdited(undefined)} title={text.log} size="small">
        {edited && (
          <Form label={text.log} onSubmit={save}>
            <Field label={text.duration} name="minutes" hint={text.durationHint} required>
              <TextInput
                defaultValue={edited === 'new' ? '' : formatMinutes(edited.minutes)}
                autoComplete="off"
              />
            </Field>
            <Field label={text.note} name="description" optional>
              <TextInput defaultValue={edited === 'new' ? '' : (edited.description ?? '')} />
            </Field>
            <Field label={text.day} name="spentAt">
              <TextInput
                type="date"
                max={today()}
                defaultValue={edited === 'new' ? today() : dayOf(edited.spentAt)}
              />
            </Field>
            <FormActions>
              <Button onClick={() => setEdited(undefined)}>{m.ticket.cancel}</Button>
              <Button type="submit" look="primary">
                {text.save}
              </Button>
            </FormActions>
          </Form>
        )}
      </Dialog>
    </section>
  );
}

/** Shown below the field, like a refusal of the server. */
const timeInvalid = () =>
  new DocketError(400, {
    error: { code: 'INVALID', message: m.ticket.time.invalid, details: { minutes: [m.ticket.time.invalid] } },
  });
