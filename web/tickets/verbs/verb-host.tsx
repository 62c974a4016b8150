import { useEffect } from 'react';
import { GiveToAgent } from '../../agent-tasks/index.ts';
import { type TicketRow, useRowByKey, useRows } from '../../replica/index.ts';
import { closeField, type OpenField, useOpenField } from '../fields/open-field.ts';
import { DeclineDialog } from '../triage/decline-dialog.tsx';
import { TicketMenu } from './ticket-menu.tsx';
import { VerbPicker } from './verb-picker.tsx';

/** The one picker or menu of tickets that is open, wherever it was opened. Rendered once in the frame. */
export function VerbHost() {
  const open = useOpenField();
  const [only] = open?.ids ?? [];
  if (!open || only === undefined) return null;
  return open.ids.length === 1 ? (
    <OpenedForOne key={open.serial} {...open} ticket={only} />
  ) : (
    <OpenedForSeveral key={open.serial} {...open} />
  );
}

/** A link can lead to a ticket that is not cached. */
function OpenedForOne({ ticket, ...open }: OpenField & { ticket: string }) {
  const { row, state } = useRowByKey(ticket);
  useEffect(() => {
    if (state === 'missing') closeField();
  }, [state]);
  return row && <Opened {...open} rows={[row]} />;
}

function OpenedForSeveral(open: OpenField) {
  return <Opened {...open} rows={useRows(open.ids)} />;
}

function Opened({ what, rows, at, more, view, serial }: OpenField & { rows: readonly TicketRow[] }) {
  const props = { rows, at, open: true, onOpenChange: (open: boolean) => !open && closeField(serial) };
  if (what === 'menu') return <TicketMenu {...props} more={more} view={view} />;
  const [only] = rows;
  if (what === 'giveToAgent')
    return only && <GiveToAgent ticketId={only.id} open onClose={() => closeField(serial)} />;
  if (what === 'decline') return only && <DeclineDialog row={only} onClose={() => closeField(serial)} />;
  return <VerbPicker what={what} {...props} />;
}
