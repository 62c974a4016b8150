import { openStatuses } from '../../sdk/ticket-fields.ts';
import { m } from '../messages/index.ts';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { type RefusedChange, readRow, useRows, useView } from '../replica/index.ts';

const namedMax = 5;

/** A dialog for closing a ticket that has open sub-tickets. */
export function CloseAnyway({ refused, onClose }: { refused: RefusedChange; onClose(): void }) {
  const { ticketIds, retry } = refused;
  const { ids, total } = useView({ parent: ticketIds, status: openStatuses, sort: 'rank', order: 'asc' });
  const open = useRows(ids.slice(0, namedMax));
  const text = m.ticket.closeAnyway;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text.title(ticketIds.flatMap((id) => readRow(id)?.key ?? []).join(', '))}
      text={
        <>
          {text.open(total)}
          <ul>
            {open.map(({ id, key, title }) => (
              <li key={id}>
                {key} {title}
              </li>
            ))}
            {total > open.length && <li>{text.more(total - open.length)}</li>}
          </ul>
        </>
      }
      confirm={text.confirm}
      onConfirm={() => retry(true)}
    />
  );
}
