import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Relation } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { StatusIcon } from '../../../parts/icons/status-icon.tsx';
import { Menu } from '../../../parts/popups/menu.tsx';
import { MenuItem } from '../../../parts/popups/menu-item.tsx';
import type { TicketRow } from '../../../replica/index.ts';
import { TicketPicker } from '../../fields/index.ts';
import { TicketLink } from '../ticket-link.tsx';
import { ticketQueries } from '../ticket-queries.ts';
import './ticket-relations.css';

type Kind = Relation['kind'];
const kinds: Kind[] = ['blocked_by', 'blocks', 'relates', 'duplicates', 'duplicated_by'];

/** The tickets that block this one, those that it blocks, duplicates and other relations. */
export function TicketRelations({ row, mayNot }: { row: TicketRow; mayNot: string | undefined }) {
  const query = ticketQueries.relations(row.id);
  const { data: relations = [] } = useQuery(query);
  const client = useQueryClient();
  const add = useRef<HTMLButtonElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [kind, setKind] = useState<Kind>();
  const text = m.ticket.relations;
  if (relations.length === 0 && mayNot !== undefined) return null;

  async function change(make: () => Promise<unknown>) {
    await attempt(make);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  const relate = (relation: Kind, ticketId: string) =>
    change(() => api.addRelation({ params: { id: row.id }, body: { kind: relation, ticketId } }));
  const remove = ({ kind: relation, ticketId }: Relation) => {
    client.setQueryData(
      query.queryKey,
      relations.filter((one) => one.kind !== relation || one.ticketId !== ticketId),
    );
    return change(() => api.removeRelation({ params: { id: row.id, kind: relation, ticketId } }));
  };

  const choosing = (
    <>
      <Menu label={text.kind} at={add.current} open={isChoosing} onOpenChange={setChoosing} align="end">
        {kinds.map((one) => (
          <MenuItem key={one} onSelect={() => setKind(one)}>
            {text.kinds[one]}
          </MenuItem>
        ))}
      </Menu>
      {kind && add.current && (
        <TicketPicker
          at={add.current}
          open
          onOpenChange={(open) => !open && setKind(undefined)}
          label={text.kinds[kind]}
          placeholder={text.search}
          projectId={row.projectId ?? undefined}
          except={[row.id]}
          onPick={(ticket) => {
            setKind(undefined);
            if (ticket) void relate(kind, ticket.id);
          }}
        />
      )}
    </>
  );
  const opener = { ref: add, keys: 'r', 'aria-haspopup': 'menu', onClick: () => setChoosing(true) } as const;
  if (relations.length === 0)
    return (
      <>
        <Button look="quiet" icon="plus" className="ticket-part-empty" data-ticket-relation {...opener}>
          {text.add}
        </Button>
        {choosing}
      </>
    );

  return (
    <section className="ticket-relations" aria-label={text.name}>
      <div className="ticket-part-head">
        <h3>{text.name}</h3>
        {mayNot === undefined && (
          <IconButton
            icon="plus"
            label={text.add}
            className="ticket-part-add"
            data-ticket-relation
            {...opener}
          />
        )}
      </div>
      {kinds.map((one) => {
        const ofKind = relations.filter((relation) => relation.kind === one);
        if (ofKind.length === 0) return null;
        return (
          <div key={one} className="ticket-relation-kind">
            <h4>{text.kinds[one]}</h4>
            <ul>
              {ofKind.map((relation) => (
                <li key={relation.ticketId} className="ticket-relation">
                  {relation.ticket ? (
                    <>
                      <StatusIcon status={relation.ticket.status} named />
                      <TicketLink ticket={relation.ticket} className="sub-ticket-link clipped">
                        {relation.ticket.key && <span className="sub-ticket-key">{relation.ticket.key}</span>}{' '}
                        {relation.ticket.title}
                      </TicketLink>
                    </>
                  ) : (
                    <span className="sub-ticket-link clipped">{text.hidden}</span>
                  )}
                  {mayNot === undefined && (
                    <IconButton
                      icon="close"
                      label={text.remove(relation.ticket?.key ?? relation.ticket?.title ?? text.hidden)}
                      className="ticket-relation-remove"
                      onClick={() => void remove(relation)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {choosing}
    </section>
  );
}
