import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { openNewTicket, type Prefill } from '../new-ticket/new-ticket-state.ts';

/** No ticket has what the filters ask for. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon="filter"
    title={m.tickets.empty.filtered}
    action={<Button onClick={onClear}>{m.tickets.empty.clear}</Button>}
  />
);

interface NoTicketsProps {
  icon: IconName;
  title: string;
  /** For those who may make the first one. */
  text: string;
  newTicket: Prefill | undefined;
}

/** The project has no tickets yet. */
export const NoTickets = ({ icon, title, text, newTicket }: NoTicketsProps) => (
  <EmptyState
    icon={icon}
    title={title}
    text={newTicket ? text : m.tickets.empty.readOnly}
    action={
      newTicket && (
        <Button look="primary" icon="plus" keys="c" onClick={() => openNewTicket(newTicket)}>
          {m.tickets.create.title}
        </Button>
      )
    }
  />
);
