import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TicketWithPermissions } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Picker } from '../../../parts/popups/picker.tsx';
import { PersonOrAgentAvatar, useAssignable } from '../../../projects/index.ts';
import { useMe } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import './ticket-watchers.css';

/** The people who are notified of changes of the ticket. */
export function TicketWatchers({ details }: { details: TicketWithPermissions }) {
  const query = ticketQueries.watchers(details.id);
  const { data } = useQuery(query);
  const client = useQueryClient();
  const me = useMe();
  const people = useAssignable(details.projectId);
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  if (!data) return null;
  const text = m.ticket.watchers;
  const params = { id: details.id };

  async function change(make: () => Promise<unknown>) {
    await attempt(make);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  const watch = () => {
    client.setQueryData(query.queryKey, { ...data, watching: !data.watching });
    void change(() => (data.watching ? api.unwatchTicket({ params }) : api.watchTicket({ params })));
  };
  const toggle = (userId: string) => {
    const watches = data.data.some(({ id }) => id === userId);
    void change(() =>
      watches
        ? api.unwatchTicket({ params, query: { userId } })
        : api.watchTicket({ params, body: { userId: userId === me.id ? null : userId } }),
    );
  };

  return (
    <section className="ticket-watchers" aria-label={text.name}>
      <h3 className="ticket-side-title">{text.name}</h3>
      <div className="ticket-watchers-row">
        {details.may.watch && (
          <Button
            look="quiet"
            icon={data.watching ? 'eye' : 'eye-off'}
            aria-pressed={data.watching}
            onClick={watch}
          >
            {data.watching ? text.unwatch : text.watch}
          </Button>
        )}
        <span className="ticket-watchers-people">
          {data.data.slice(0, 5).map((person) => (
            <PersonOrAgentAvatar
              key={person.id}
              named
              id={person.id}
              name={person.name}
              image={person.image}
            />
          ))}
          {data.data.length > 5 && <span className="figures">+{data.data.length - 5}</span>}
        </span>
        {details.may.addWatchers && (
          <IconButton
            ref={add}
            icon="plus"
            label={text.add}
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          />
        )}
      </div>
      {isAdding && (
        <Picker
          at={add.current}
          open
          onOpenChange={setAdding}
          align="end"
          multiple
          label={text.add}
          placeholder={text.search}
          value={data.data.map(({ id }) => id)}
          onChange={(ids) => {
            const before = data.data.map(({ id }) => id);
            const changed = [...ids, ...before].find((id) => ids.includes(id) !== before.includes(id));
            if (changed !== undefined) toggle(changed);
          }}
          options={people.map((person) => ({
            id: person.id,
            label: person.name,
            before: <PersonAvatar person={person} />,
          }))}
        />
      )}
    </section>
  );
}
