import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { Badge } from '../../../parts/display/badge.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Picker } from '../../../parts/popups/picker.tsx';
import { useAssignable } from '../../../projects/index.ts';
import type { TicketRow } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { openReview } from './open-review.tsx';
import './ticket-reviews.css';

interface Props {
  row: TicketRow;
  mayNot: string | undefined;
}

/** Who is asked to review the ticket, and who did. Other statuses need no review, so they send no request. */
export function TicketReviews({ row, mayNot }: Props) {
  const query = ticketQueries.reviews(row.id);
  const { data } = useQuery({ ...query, enabled: row.status === 'in_review' });
  const people = useAssignable(row.projectId);
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  if (row.status !== 'in_review' || !data) return null;
  const text = m.ticket.reviews;
  const name = row.key ?? row.title;
  const save = (userIds: string[]) =>
    void attempt(async () => {
      const body = { userIds };
      queryClient.setQueryData(query.queryKey, await api.setReviewers({ params: { id: row.id }, body }));
    });
  const shown = data.data.filter(({ reason }) => reason !== 'superseded');
  return (
    <section aria-label={text.name}>
      <div className="ticket-part-head">
        <h3>{text.name}</h3>
        {data.reviewers.map((person) => (
          <PersonAvatar key={person.id} named person={person} />
        ))}
        {mayNot === undefined && (
          <IconButton
            ref={add}
            icon="plus"
            label={text.ask}
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          />
        )}
      </div>
      <ul className="reviews">
        {shown.map(({ id, author, verdict, comment, commit, reason }) => (
          <li key={id} className="review">
            <Badge look={reason ? 'outline' : verdict === 'approve' ? 'green' : 'amber'}>
              {text.verdicts[verdict]}
            </Badge>
            <span>
              {author?.name}{' '}
              {commit && <span className="review-note">{m.ticket.criteria.at(commit.slice(0, 7))}</span>}
            </span>
            {reason && <span className="review-note">{text.ignored[reason]}</span>}
            {comment && <p className="review-comment">{comment}</p>}
          </li>
        ))}
      </ul>
      {mayNot === undefined && (
        <div className="review-actions">
          <Button icon="check" onClick={() => openReview(row.id, 'approve', name)}>
            {text.approve}
          </Button>
          <Button onClick={() => openReview(row.id, 'changes', name)}>{text.askForChanges}</Button>
        </div>
      )}
      {isAdding && (
        <Picker
          at={add.current}
          open
          onOpenChange={setAdding}
          align="end"
          multiple
          label={text.ask}
          placeholder={m.ticket.watchers.search}
          value={data.reviewers.map(({ id }) => id)}
          onChange={save}
          options={people.map((person) => ({
            id: person.id,
            label: person.name,
            before: <PersonAvatar person={person} />,
          }))}
        />
      )}
    </section>
  );
}
