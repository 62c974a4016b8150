import { useQuery } from '@tanstack/react-query';
import { m } from '../../../messages/index.ts';
import { Badge } from '../../../parts/display/badge.tsx';
import type { TicketRow } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { EvidenceView } from './evidence-view.tsx';
import './ticket-criteria.css';

/** Evidence that is about the ticket as a whole, such as the screenshot of an agent. */
export function OtherEvidence({ row: { id, status, criteriaProgress } }: { row: TicketRow }) {
  const { data = [] } = useQuery({
    ...ticketQueries.otherEvidence(id),
    // Most tickets have nothing to prove, and send no request.
    enabled: criteriaProgress !== null || status === 'in_review' || status === 'done',
  });
  if (data.length === 0) return null;
  const { other, results } = m.ticket.criteria;
  return (
    <section aria-label={other}>
      <div className="ticket-part-head">
        <h3>{other}</h3>
      </div>
      <ul className="criteria">
        {data.map((evidence) => (
          <li key={evidence.id} className="criterion-head">
            <Badge look={evidence.passed ? 'green' : 'red'} className="criterion-state">
              {evidence.passed ? results.passed : results.failed}
            </Badge>
            <EvidenceView evidence={evidence} isStale={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
