import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { Badge } from '../../../parts/display/badge.tsx';
import type { TicketRow } from '../../../replica/index.ts';
import { openField } from '../../fields/open-field.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { openReview } from './open-review.tsx';
import './ticket-reviews.css';

interface Props {
  row: TicketRow;
  mayNot: string | undefined;
}

/** Who is asked to review the ticket, and who did. A ticket that is not in review shows it only if there is something. */
export function TicketReviews({ row, mayNot }: Props) {
  const isInReview = row.status === 'in_review';
  const mayHaveReviews = useMayHaveReviews(row.id);
  const { data } = useQuery({
    ...ticketQueries.reviews(row.id),
    // Most tickets were never reviewed, and send no request.
    enabled: row.version > 0 && (isInReview || mayHaveReviews),
  });
  if (!data || !(isInReview || data.reviewers.length > 0 || data.data.length > 0)) return null;
  const text = m.ticket.reviews;
  const name = row.key ?? row.title;
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
            icon="plus"
            label={text.ask}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => openField('reviewers', [row.id], currentTarget)}
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
      {isInReview && mayNot === undefined && (
        <div className="review-actions">
          <Button icon="check" onClick={() => openReview(row.id, 'approve', name)}>
            {text.approve}
          </Button>
          <Button onClick={() => openReview(row.id, 'changes', name)}>{text.askForChanges}</Button>
        </div>
      )}
    </section>
  );
}

/** Each review is an event of the history, which is loaded with the ticket. What older events were is unknown. */
function useMayHaveReviews(ticketId: string): boolean {
  const { data, hasNextPage } = useInfiniteQuery(ticketQueries.history(ticketId));
  return hasNextPage || Boolean(data?.pages.some((page) => page.data.some(isOfReview)));
}

const isOfReview = ({ type }: { type: string }) => type.startsWith('review.');
