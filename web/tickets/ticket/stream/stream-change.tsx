import type { HistoryItem } from '../../../../sdk/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Avatar } from '../../../parts/display/avatar.tsx';
import { RelativeTime } from '../../../parts/display/relative-time.tsx';
import { changeTickets, type TicketRow, usePerson, useRow } from '../../../replica/index.ts';
import { whatOf } from '../../fields/index.ts';
import { useNames } from '../texts/use-names.ts';
import { describeChange, describeEvent } from './describe-change.ts';
import { putBack } from './put-back.ts';
import type { Change } from './stream.ts';
import './stream-change.css';

interface Props {
  item: HistoryItem;
  /** Absent for an event that changed no field. */
  change?: Change;
  row: TicketRow;
  mayEdit: boolean;
}

/** One line of the history: who did what and when. A change of a field can be reverted. */
export function StreamChange({ item, change, row, mayEdit }: Props) {
  const names = useNames();
  const person = usePerson(item.actor?.id);
  // Loads the other ticket, so that its key can be shown.
  useRow(change && otherTicket(change));
  const name = item.actor?.name ?? m.ticket.changes.system;
  const what = change
    ? describeChange(change, item.actor?.id, names)
    : describeEvent(item.type, item.description, row.key);
  const patch = change && mayEdit ? putBack(change, row) : undefined;
  return (
    <div className="stream-change">
      <Avatar
        size="small"
        name={name}
        id={item.actor?.id}
        image={item.actor?.image}
        agent={person?.isAgent}
      />
      <p className="stream-change-text">
        <span className="stream-change-who">{name}</span> {what}{' '}
        <RelativeTime at={item.createdAt} className="stream-change-time" />
      </p>
      {patch && (
        <Button
          look="quiet"
          icon="undo"
          className="stream-change-back"
          aria-label={m.ticket.stream.putBackNamed(what)}
          onClick={() => changeTickets([row.id], patch, m.ticket.stream.putBackDone(whatOf([row])))}
        >
          {m.ticket.stream.putBack}
        </Button>
      )}
    </div>
  );
}

const ticketFields = ['parentId', 'blocks', 'blocked_by', 'relates', 'duplicates', 'duplicated_by'];

function otherTicket({ field, from, to }: Change): string | undefined {
  const id = ticketFields.includes(field) ? (to ?? from) : undefined;
  return typeof id === 'string' ? id : undefined;
}
