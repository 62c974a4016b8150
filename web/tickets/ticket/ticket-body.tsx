import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { OwnStatuses } from '../../parts/own-statuses.ts';
import { restoreTickets, type TicketRow, useMe, useProject } from '../../replica/index.ts';
import { navigate } from '../../router/index.ts';
import { whatOf } from '../fields/index.ts';
import { useDeletedBy } from './stream/deleted-by.ts';
import { TicketView } from './ticket-view.tsx';
import type { FoundTicket } from './use-ticket.ts';
import './ticket-body.css';

interface Props {
  /** The key in the address. */
  ticketKey: string;
  found: FoundTicket;
}

/** The ticket, or why it cannot be shown. A ticket deleted while open stays readable until it is closed. */
export function TicketBody(props: Props) {
  const project = useProject(props.found.row?.projectId);
  return (
    <OwnStatuses value={project?.workflow?.statuses}>
      <Body {...props} />
    </OwnStatuses>
  );
}

function Body({ ticketKey, found }: Props) {
  const deletedBy = useDeletedBy(found.row?.id);
  if (found.state === 'ready') return <TicketView row={found.row} />;
  if (found.state === 'gone')
    return (
      <>
        <GoneNotice row={found.row} deletedBy={deletedBy} />
        <TicketView row={found.row} isGone />
      </>
    );
  if (found.state === 'loading') return <Skeleton rows={8} />;
  return (
    <EmptyState
      icon="search"
      title={m.ticket.missing.title(ticketKey)}
      text={m.ticket.missing.text}
      action={<Button onClick={() => void navigate({ to: '/' })}>{m.ticket.missing.home}</Button>}
    />
  );
}

function GoneNotice({
  row,
  deletedBy,
}: {
  row: TicketRow;
  deletedBy: { id: string; name: string } | undefined;
}) {
  const me = useMe();
  const { gone } = m.ticket;
  const who = !deletedBy ? gone.unknown : deletedBy.id === me.id ? gone.byMe : gone.byOther(deletedBy.name);
  return (
    <div className="ticket-gone">
      <Notice
        look="warning"
        alert
        actions={
          deletedBy && (
            <Button
              icon="undo"
              onClick={() => restoreTickets([row.id], m.fields.done.restored(whatOf([row])))}
            >
              {gone.restore}
            </Button>
          )
        }
      >
        {who} {deletedBy && gone.text}
      </Notice>
    </div>
  );
}
