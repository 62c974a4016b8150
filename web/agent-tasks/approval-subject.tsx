import type { AgentTaskSubject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { useRow } from '../replica/index.ts';
import { TaskTicketLink } from './task-ticket-link.tsx';

const icons = {
  ticket: 'task',
  pull_request: 'pull-request',
  commit: 'commit',
  branch: 'branch',
  document: 'document',
  text: 'document',
} as const satisfies Record<AgentTaskSubject['type'], IconName>;

/** What an approval is about, and in which version. */
export function ApprovalSubject({ subject }: { subject: AgentTaskSubject | undefined }) {
  const row = useRow(subject?.type === 'ticket' ? subject.id : undefined);
  if (!subject) return null;
  const { type, id, url, sha, text } = subject;
  const version = subject.version ?? sha?.slice(0, 12);
  const name = m.agentTasks.approval.subjects[type];
  return (
    <section className="approval-subject" aria-label={m.agentTasks.approval.about}>
      <p className="approval-subject-head">
        <Icon name={icons[type]} />
        {type === 'ticket' && row ? (
          <TaskTicketLink ticket={row}>
            {row.key} {row.title}
          </TaskTicketLink>
        ) : url ? (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {name}
          </a>
        ) : (
          <span>{name}</span>
        )}
        {type !== 'ticket' && id && <code>{id}</code>}
        {version !== undefined && (
          <span className="approval-subject-version">{m.agentTasks.approval.version(String(version))}</span>
        )}
      </p>
      {text && <Markdown text={text} />}
      {version !== undefined && <p className="field-hint">{m.agentTasks.approval.bound}</p>}
    </section>
  );
}
