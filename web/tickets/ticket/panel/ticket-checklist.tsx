import { useRef, useState } from 'react';
import type { ChecklistItem } from '../../../../sdk/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Checkbox } from '../../../parts/controls/checkbox.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { ProgressBar } from '../../../parts/display/progress-bar.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Picker } from '../../../parts/popups/picker.tsx';
import { showToast } from '../../../parts/popups/toasts.ts';
import { useAssignable } from '../../../projects/index.ts';
import {
  createTicket,
  deleteTickets,
  inOneStep,
  type TicketRow,
  type TicketWithDetails,
} from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { childFields } from './child-fields.ts';
import { AddLine, ListLine } from './list-line.tsx';
import './ticket-checklist.css';

interface Props {
  row: TicketRow;
  details: TicketWithDetails;
  mayNot: string | undefined;
}

/** The checklist of a ticket: Enter adds the next item, Alt with an arrow moves one. */
export function TicketChecklist({ row, details: { checklist }, mayNot }: Props) {
  const add = useRef<HTMLInputElement>(null);
  const [isAdding, setAdding] = useState(false);
  const text = m.ticket.checklist;
  const { items } = checklist;
  const total = items.length;
  const done = items.filter((item) => item.done).length;
  if (total === 0 && mayNot !== undefined) return null;
  if (total === 0 && !isAdding)
    return (
      <Button look="quiet" icon="check" className="ticket-part-empty" onClick={() => setAdding(true)}>
        {text.add}
      </Button>
    );
  const split = () => {
    const open = items.filter((item) => !item.done);
    const ids: string[] = [];
    inOneStep('', () => {
      for (const { text: title, assignee } of open)
        ids.push(createTicket({ ...childFields(row), title, ...(assignee && { assigneeId: assignee.id }) }));
    });
    const undo = () => {
      deleteTickets(ids, '');
      void change(
        row.id,
        (all) => all,
        async () => {
          for (const item of open)
            await addItem(row.id, { text: item.text, assigneeId: item.assignee?.id ?? null });
        },
      );
    };
    void change(
      row.id,
      (all) => all.filter((item) => item.done),
      async () => {
        for (const { id: itemId } of open) await api.deleteChecklistItem({ params: { id: row.id, itemId } });
        showToast({
          text: m.ticket.subTickets.added(open.length),
          actions: [{ name: m.shell.undo, run: undo }],
        });
      },
    );
  };
  const list = { ticketId: row.id, projectId: row.projectId, mayNot, total };
  return (
    <section aria-label={text.name}>
      <div className="ticket-part-head">
        <h3>{text.name}</h3>
        {total > 0 && (
          <>
            <ProgressBar
              look="green"
              className="sub-tickets-bar"
              label={m.ticket.subTickets.progress(done, total)}
              value={done}
              max={total}
            />
            <span className="sub-tickets-count figures">
              {done}/{total}
            </span>
          </>
        )}
        {mayNot === undefined && done < total && (
          <IconButton icon="tasks" label={text.split} className="ticket-part-add" onClick={split} />
        )}
      </div>
      <ul className="checklist">
        {items.map((item, index) => (
          <Item key={item.id} {...list} item={item} index={index} onNext={() => add.current?.focus()} />
        ))}
      </ul>
      {mayNot === undefined && (
        <AddLine
          input={add}
          label={text.add}
          isWanted={isAdding}
          onAdd={(value) =>
            void change(
              row.id,
              (all) => all,
              () => addItem(row.id, { text: value }),
            )
          }
          className="checklist-add"
        />
      )}
    </section>
  );
}

interface ItemProps {
  item: ChecklistItem;
  index: number;
  total: number;
  ticketId: string;
  projectId: string | null;
  mayNot: string | undefined;
  onNext: () => void;
}

function Item({ item, index, total, ticketId, projectId, mayNot, onNext }: ItemProps) {
  const people = useAssignable(projectId ?? undefined);
  const text = m.ticket.checklist;
  const { assignee } = item;

  const save = (body: Body<typeof api.updateChecklistItem>, shown: Partial<ChecklistItem>) =>
    void change(
      ticketId,
      (items) => items.map((one) => (one.id === item.id ? { ...one, ...shown } : one)),
      () => api.updateChecklistItem({ params: { id: ticketId, itemId: item.id }, body }),
    );
  const move = (position: number) =>
    void change(
      ticketId,
      (items) => items.filter(({ id }) => id !== item.id).toSpliced(position, 0, item),
      () => api.updateChecklistItem({ params: { id: ticketId, itemId: item.id }, body: { position } }),
    );
  const remove = () =>
    void change(
      ticketId,
      (items) => items.filter(({ id }) => id !== item.id),
      async () => {
        await api.deleteChecklistItem({ params: { id: ticketId, itemId: item.id } });
        const body = { text: item.text, done: item.done, position: index, assigneeId: assignee?.id ?? null };
        const run = () =>
          void change(
            ticketId,
            (all) => all,
            () => addItem(ticketId, body),
          );
        showToast({ text: text.removed(item.text), actions: [{ name: m.shell.undo, run }] });
      },
    );
  const person = <PersonAvatar named person={assignee} />;
  return (
    <li className="checklist-item">
      <Checkbox
        aria-label={item.text}
        checked={item.done}
        disabled={mayNot !== undefined}
        onChange={(done) => save({ done }, { done })}
      />
      <ListLine
        text={item.text}
        label={text.item}
        index={index}
        total={total}
        mayNot={mayNot}
        onRename={(value) => save({ text: value }, { text: value })}
        onMove={move}
        onNext={onNext}
        className="checklist-text"
      />
      {mayNot !== undefined ? (
        assignee && person
      ) : (
        <>
          <Picker
            label={m.fields.assignee}
            value={assignee?.id ?? ''}
            options={[
              { id: '', label: m.fields.noAssignee },
              ...people.map(({ id, name }) => ({ id, label: name })),
            ]}
            onChange={(id) => {
              const found = people.find((one) => one.id === id);
              save({ assigneeId: id || null }, { assignee: found ? { ...found, email: '' } : null });
            }}
            trigger={
              <button
                type="button"
                className="checklist-person"
                data-empty={assignee === null ? '' : undefined}
                aria-label={`${m.fields.assignee}: ${item.text}`}
              >
                {person}
              </button>
            }
          />
          <IconButton
            icon="close"
            className="checklist-remove"
            label={`${text.remove}: ${item.text}`}
            tooltip={text.remove}
            onClick={remove}
          />
        </>
      )}
    </li>
  );
}

type Body<Call extends (input: never) => unknown> = NonNullable<
  Parameters<Call>[0] extends { body?: infer Given } ? Given : never
>;

const addItem = (id: string, body: Body<typeof api.addChecklistItem>) =>
  api.addChecklistItem({ params: { id }, body });

/** Shows the change at once, then the server's result. */
async function change(
  ticketId: string,
  update: (items: ChecklistItem[]) => ChecklistItem[],
  run: () => unknown,
): Promise<void> {
  const { queryKey } = ticketQueries.details(ticketId);
  // The answer to an earlier request would show the previous state for a moment.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (before) =>
      before && { ...before, checklist: { ...before.checklist, items: update(before.checklist.items) } },
  );
  await attempt(run);
  await queryClient.invalidateQueries({ queryKey });
}
