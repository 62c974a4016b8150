import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Criterion } from '../../../../sdk/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { Badge, type BadgeProps } from '../../../parts/display/badge.tsx';
import { ProgressBar } from '../../../parts/display/progress-bar.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { showToast } from '../../../parts/popups/toasts.ts';
import { type TicketRow, useBoot } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import { EvidenceView } from './evidence-view.tsx';
import { AddLine, ListLine } from './list-line.tsx';
import './ticket-criteria.css';

interface Props {
  row: TicketRow;
  mayNot: string | undefined;
}

const looks = {
  open: 'outline',
  shown: 'green',
  stale: 'amber',
  failed: 'red',
} as const satisfies Record<Criterion['state'], BadgeProps['look']>;

/** What must be true when the ticket is done: Enter adds the next criterion, Alt with an arrow moves one. */
export function TicketCriteria({ row, mayNot }: Props) {
  const add = useRef<HTMLInputElement>(null);
  const [isAdding, setAdding] = useState(false);
  const text = m.ticket.criteria;
  // The row says whether there are any, so a ticket without criteria sends no request.
  const { data: criteria = [] } = useQuery({
    ...ticketQueries.criteria(row.id),
    enabled: row.criteriaProgress !== null,
  });
  if (row.criteriaProgress === null && mayNot !== undefined) return null;
  if (row.criteriaProgress === null && criteria.length === 0 && !isAdding)
    return (
      <Button look="quiet" icon="shield" className="ticket-part-empty" onClick={() => setAdding(true)}>
        {text.add}
      </Button>
    );
  const shown = criteria.filter(({ state }) => state === 'shown');
  return (
    <section aria-label={text.name}>
      <div className="ticket-part-head">
        <h3>{text.name}</h3>
        {criteria.length > 0 && (
          <>
            <ProgressBar
              look="green"
              className="sub-tickets-bar"
              label={text.progress(shown.length, criteria.length)}
              value={shown.length}
              max={criteria.length}
            />
            <span className="sub-tickets-count figures">
              {shown.length}/{criteria.length}
            </span>
            <CommonCommit criteria={shown} />
            <StateCount criteria={criteria} state="failed" />
            <StateCount criteria={criteria} state="stale" />
          </>
        )}
      </div>
      <ol className="criteria">
        {criteria.map((criterion, index) => (
          <Item
            key={criterion.id}
            criterion={criterion}
            criteria={criteria}
            index={index}
            ticketId={row.id}
            mayNot={mayNot}
            onNext={() => add.current?.focus()}
          />
        ))}
      </ol>
      {mayNot === undefined && (
        <AddLine
          input={add}
          label={text.add}
          isWanted={isAdding}
          onAdd={(value) =>
            void change(row.id, () => api.addCriterion({ params: { id: row.id }, body: { text: value } }))
          }
          className="criteria-add"
        />
      )}
    </section>
  );
}

/** How many criteria fail or are out of date, so that nobody has to look through the list. */
function StateCount({ criteria, state }: { criteria: readonly Criterion[]; state: 'failed' | 'stale' }) {
  const count = criteria.filter((criterion) => criterion.state === state).length;
  return count === 0 ? null : (
    <Badge look={looks[state]}>{m.ticket.criteria.inState(count, m.ticket.criteria.states[state])}</Badge>
  );
}

/** The commit on which all shown criteria hold, if it is one. */
function CommonCommit({ criteria }: { criteria: readonly Criterion[] }) {
  const commits = new Set(criteria.flatMap(({ evidence }) => evidence?.commit ?? []));
  const [commit] = commits;
  return commit && commits.size === 1 ? (
    <span className="criterion-commit">{m.ticket.criteria.at(shortCommit(commit))}</span>
  ) : null;
}

const shortCommit = (commit: string) => commit.slice(0, 7);

interface ItemProps {
  criterion: Criterion;
  criteria: Criterion[];
  index: number;
  ticketId: string;
  mayNot: string | undefined;
  onNext: () => void;
}

function Item({ criterion, criteria, index, ticketId, mayNot, onNext }: ItemProps) {
  const { me } = useBoot();
  const text = m.ticket.criteria;
  const { id, state, check, evidence } = criterion;
  const params = { id: ticketId, criterionId: id };
  const move = (position: number) => {
    const order = criteria.filter((one) => one.id !== id).toSpliced(position, 0, criterion);
    queryClient.setQueryData(ticketQueries.criteria(ticketId).queryKey, order);
    void change(ticketId, () =>
      api.orderCriteria({ params: { id: ticketId }, body: { order: order.map((one) => one.id) } }),
    );
  };
  const rename = (value: string) =>
    void change(ticketId, () => api.updateCriterion({ params, body: { text: value } }));
  const remove = () =>
    void change(ticketId, async () => {
      await api.deleteCriterion({ params });
      showToast({ text: text.removed(criterion.text) });
    });
  const look = (passed: boolean) =>
    void change(ticketId, () =>
      api.addEvidence({
        params: { id: ticketId },
        body: { criterionId: id, kind: 'log', passed, summary: text.looked(me.name) },
      }),
    );
  return (
    <li className="criterion">
      <div className="criterion-head">
        <Badge look={looks[state]} className="criterion-state">
          {text.states[state]}
        </Badge>
        <ListLine
          text={criterion.text}
          label={text.item}
          index={index}
          total={criteria.length}
          mayNot={mayNot}
          onRename={rename}
          onMove={move}
          onNext={onNext}
          className="criterion-text"
        />
        {mayNot === undefined && (
          <div className="criterion-actions">
            <IconButton
              icon="check"
              label={`${text.holds}: ${criterion.text}`}
              tooltip={text.holds}
              onClick={() => look(true)}
            />
            <IconButton
              icon="stop"
              label={`${text.holdsNot}: ${criterion.text}`}
              tooltip={text.holdsNot}
              onClick={() => look(false)}
            />
            <IconButton
              icon="close"
              label={`${text.remove}: ${criterion.text}`}
              tooltip={text.remove}
              onClick={remove}
            />
          </div>
        )}
      </div>
      {(check || evidence) && (
        <div className="criterion-more">
          {check && (
            <span>
              {text.checks[check.type]}
              {check.value && <code className="criterion-check">{check.value}</code>}
            </span>
          )}
          {evidence && <EvidenceView evidence={evidence} isStale={state === 'stale'} />}
        </div>
      )}
    </li>
  );
}

/** Runs the change, then shows the server's result. */
async function change(ticketId: string, run: () => unknown): Promise<void> {
  const { queryKey } = ticketQueries.criteria(ticketId);
  await queryClient.cancelQueries({ queryKey });
  await attempt(run);
  await queryClient.invalidateQueries({ queryKey });
}
