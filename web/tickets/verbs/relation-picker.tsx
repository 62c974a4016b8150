import { useState } from 'react';
import type { Relation } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import type { TicketRow } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { TicketPicker } from '../fields/ticket-picker.tsx';
import { ticketQueries } from '../ticket/ticket-queries.ts';

type Kind = Relation['kind'];
export const relationKinds: readonly Kind[] = [
  'blocked_by',
  'blocks',
  'relates',
  'duplicates',
  'duplicated_by',
];

/** Relates a ticket to another one: first the kind, then the other ticket. */
export function RelationPicker({ rows, ...anchor }: TicketPickerProps) {
  const [kind, setKind] = useState<Kind>();
  const [row] = rows;
  const text = m.ticket.relations;
  if (!row) return null;
  if (!kind)
    return (
      <Menu {...anchor} label={text.kind}>
        {relationKinds.map((one) => (
          <MenuItem key={one} stay onSelect={() => setKind(one)}>
            {text.kinds[one]}
          </MenuItem>
        ))}
      </Menu>
    );
  return (
    <TicketPicker
      {...anchor}
      label={text.kinds[kind]}
      placeholder={text.search}
      projectId={row.projectId ?? undefined}
      except={[row.id]}
      onPick={(other) => other && void relate(row, kind, other)}
    />
  );
}

async function relate(row: TicketRow, kind: Kind, other: TicketRow): Promise<void> {
  const isDone = await attempt(() =>
    api.addRelation({ params: { id: row.id }, body: { kind, ticketId: other.id } }),
  );
  for (const { id } of [row, other])
    void queryClient.invalidateQueries({ queryKey: ticketQueries.relations(id).queryKey });
  if (!isDone) return;
  const undo = async () => {
    await attempt(() => api.removeRelation({ params: { id: row.id, kind, ticketId: other.id } }));
    await queryClient.invalidateQueries({ queryKey: ticketQueries.relations(row.id).queryKey });
  };
  showToast({
    text: m.verbs.done.related(whatOf([row]), m.ticket.relations.kinds[kind], whatOf([other])),
    actions: [{ name: m.shell.undo, run: () => void undo() }],
  });
}
