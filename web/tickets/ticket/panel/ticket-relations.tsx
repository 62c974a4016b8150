import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { Relation } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { StatusIcon } from '../../../parts/icons/status-icon.tsx';
import type { TicketRow } from '../../../replica/index.ts';
import { openField } from '../../fields/index.ts';
import { relationKinds } from '../../verbs/relation-picker.tsx';
import { TicketLink } from '../ticket-link.tsx';
import { ticketQueries } from '../ticket-queries.ts';
import './ticket-relations.css';

/** The tickets that block this one, those that it blocks, duplicates and other relations. */
export function TicketRelations({ row, mayNot }: { row: TicketRow; mayNot: string | undefined }) {
  const query = ticketQueries.relations(row.id);
  const { data: relations = [] } = useQuery(query);
  const client = useQueryClient();
  const text = m.ticket.relations;
  if (relations.length === 0 && mayNot !== undefined) return null;

  async function change(make: () => Promise<unknown>) {
    await attempt(make);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  const remove = ({ kind: relation, ticketId }: Relation) => {
    client.setQueryData(
      query.queryKey,
      relations.filter((one) => one.kind !== relation || one.ticketId !== ticketId),
    );
    return change(() => api.removeRelation({ params: { id: row.id, kind: relation, ticketId } }));
  };

  const opener = {
    keys: 'r',
    'aria-haspopup': 'menu',
    onClick: ({ currentTarget }: MouseEvent) => openField('relation', [row.id], currentTarget as Element),
  } as const;
  if (relations.length === 0)
    return (
      <Button look="quiet" icon="plus" className="ticket-part-empty" data-ticket-relation {...opener}>
        {text.add}
      </Button>
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
      {relationKinds.map((one) => {
        const ofKind = relations.filter((relation) => relation.kind === one);
        if (ofKind.length === 0) return null;
        return (
          <div key={one} className="ticket-relation-kind">
            <h4>{text.kinds[one]}</h4>
            <ul>
              {ofKind.map((relation) => (
                <li key={relation.ticketId} className="ticket-relation" data-ticket={relation.ticketId}>
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
    </section>
  );
}
