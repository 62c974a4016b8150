import { useQuery } from '@tanstack/react-query';
import { language, m } from '../../../messages/index.ts';
import { Badge } from '../../../parts/display/badge.tsx';
import type { TicketRow } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';

const looks = { good: 'green', part: 'amber', bad: 'red', none: 'outline' } as const;
const marks = { good: '✓', part: '○', bad: '✕', none: '–' };

/** The way from the criteria to the seal at one glance. The server says it in words, which its printed page has too. */
export function ProofRail({ row: { id, status, criteriaProgress } }: { row: TicketRow }) {
  const { data = [] } = useQuery({
    ...ticketQueries.proofSteps(id),
    // Most tickets have nothing to prove, and send no request.
    enabled: criteriaProgress !== null || status === 'in_review' || status === 'done',
  });
  // Every ticket has a seal sooner or later: alone it proves nothing that somebody asked for.
  if (data.every(({ name, level }) => name === 'seal' || level === 'none')) return null;
  return (
    <ol className="review-actions" aria-label={m.ticket.proof}>
      {data.map(({ name, level, title, state, detail }) => (
        <li key={name}>
          <Badge look={looks[level]}>
            {marks[level]} {title}: {detail || state}
          </Badge>
        </li>
      ))}
      <li>
        <a
          href={`/api/tickets/${id}/evidence.html?language=${language}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.ticket.printProof}
        </a>
      </li>
    </ol>
  );
}
