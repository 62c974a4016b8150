import { useEffect } from 'react';
import type { NeedOfPerson } from '../../../sdk/index.ts';
import {
  AnswerQuestion,
  agentTaskQueries,
  retryTask,
  TaskFailure,
  TaskHold,
  TaskTicketLink,
  unholdTask,
  useAgentName,
  useTaskRefusals,
} from '../../agent-tasks/index.ts';
import { queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { changeTickets, subscribeEvents } from '../../replica/index.ts';
import { openReview, reviewVerdict } from '../ticket/panel/open-review.tsx';
import './needs-you.css';

const looks = {
  question: 'violet',
  approval: 'violet',
  review: 'green',
  failure: 'red',
  held: 'amber',
} as const satisfies Record<NeedOfPerson['kind'], string>;

/** What waits for the person, in the order of the server, each with what it frees and the way to settle it. */
export function NeedsYou({ needs }: { needs: readonly NeedOfPerson[] }) {
  // A closed or unblocked ticket settles needs; the events of tasks are followed everywhere.
  useEffect(
    () =>
      subscribeEvents(({ type }) => {
        if (type === 'ticket.status_changed')
          void queryClient.invalidateQueries({ queryKey: agentTaskQueries.needs().queryKey });
      }),
    [],
  );
  return (
    <ol className="needs-you" aria-label={m.agentTasks.needs.name}>
      {needs.map((need) => (
        <Need key={`${need.kind} ${need.task?.id ?? need.ticket?.id}`} need={need} />
      ))}
    </ol>
  );
}

function Need({ need }: { need: NeedOfPerson }) {
  const { kind, task, ticket, since, frees } = need;
  const texts = m.agentTasks.needs;
  const freed = texts.frees(frees.agents, frees.tickets, frees.days);
  return (
    <li className="need">
      <article aria-label={task?.title ?? ticket?.title}>
        <p className="need-head">
          <Badge look={looks[kind]}>{texts.kinds[kind]}</Badge>
          {ticket ? (
            <TaskTicketLink ticket={ticket} className="need-ticket clipped">
              {ticket.key} {ticket.title}
            </TaskTicketLink>
          ) : (
            <span className="need-ticket clipped">{task?.title}</span>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the figures are in its tooltip */}
          <span className="need-frees figures" tabIndex={0} {...tooltipAttributes(freed)}>
            {texts.freesShort(frees.tickets)}
            <span className="said"> {freed}</span>
          </span>
          <RelativeTime at={since} className="need-time" />
        </p>
        <Settle need={need} />
      </article>
    </li>
  );
}

function Settle({ need: { kind, task, ticket } }: { need: NeedOfPerson }) {
  const name = useAgentName(task);
  const refusals = useTaskRefusals(task ?? {});
  const texts = m.agentTasks.needs;
  if (task && (kind === 'question' || kind === 'approval'))
    return <AnswerQuestion task={task} agent={name} mayNot={refusals.manage} />;
  if (task && kind === 'failure')
    return (
      <>
        <TaskFailure task={task} />
        <div className="need-actions">
          <Button
            icon="refresh"
            disabled={refusals.manage ?? false}
            aria-label={`${m.agentTasks.tryAgain}: ${task.title}`}
            onClick={() => void retryTask(task.id)}
          >
            {m.agentTasks.tryAgain}
          </Button>
        </div>
      </>
    );
  if (task && kind === 'held')
    return (
      <>
        <TaskHold task={task} />
        <div className="need-actions">
          <Button
            icon="play"
            disabled={refusals.unhold ?? false}
            aria-label={`${m.agentTasks.unhold}: ${task.title}`}
            onClick={() => void unholdTask(task.id)}
          >
            {m.agentTasks.unhold}
          </Button>
        </div>
      </>
    );
  if (!ticket) return null;
  if (kind === 'review')
    return (
      <div className="need-actions">
        <span>{task ? texts.review(name) : texts.reviewAsked}</span>
        {(['approve', 'changes'] as const).map((verdict) => (
          <Button
            key={verdict}
            aria-label={`${reviewVerdict(verdict)}: ${ticket.title}`}
            onClick={() => openReview(ticket.id, verdict, ticket.key ?? ticket.title)}
          >
            {reviewVerdict(verdict)}
          </Button>
        ))}
        <Button
          icon="check"
          aria-label={texts.doneNamed(ticket.title)}
          onClick={() =>
            changeTickets([ticket.id], { status: 'done' }, texts.closed(ticket.key ?? ticket.title))
          }
        >
          {texts.done}
        </Button>
      </div>
    );
  return <p className="need-text">{texts.waitFor}</p>;
}
