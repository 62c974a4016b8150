import { openStatuses } from '../../sdk/ticket-fields.ts';
import { m } from '../messages/index.ts';
import { DialogContext } from '../parts/forms/form-context.ts';
import { ConfirmForm } from '../parts/late/index.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { type RefusedChange, readRow, useRows, useView } from '../replica/index.ts';

const namedMax = 5;

/** A dialog for closing a ticket that has open sub-tickets. */
export function CloseAnyway({ refused, onClose }: { refused: RefusedChange; onClose(): void }) {
  const { ticketIds, retry } = refused;
  const { ids, total } = useView({ parent: ticketIds, status: openStatuses, sort: 'rank', order: 'asc' });
  const open = useRows(ids.slice(0, namedMax));
  const text = m.ticket.closeAnyway;
  const title = text.title(ticketIds.flatMap((id) => readRow(id)?.key ?? []).join(', '));
  return (
    <DialogContext value={{ title, onClose }}>
      <Dialog
        open
        onClose={onClose}
        title={title}
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
        size="small"
      >
        <ConfirmForm title={title} text="" confirm={text.confirm} onConfirm={() => retry(true)} />
      </Dialog>
    </DialogContext>
  );
}
