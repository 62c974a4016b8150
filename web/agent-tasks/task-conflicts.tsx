import type { AgentTaskItem, FileConflict } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { TaskTicketLink } from './task-ticket-link.tsx';
import './task-parts.css';

/** The branches of other tasks with which the branch of the task does not merge, with files and lines. */
export function TaskConflicts({ task: { mergeConflicts } }: { task: Pick<AgentTaskItem, 'mergeConflicts'> }) {
  return mergeConflicts.map(({ taskId, branch, ticket, files }) => (
    <div key={`${taskId} ${branch}`} className="task-hold">
      <Icon name="warning" />
      <div>
        {m.agentTasks.conflict.with}{' '}
        <TaskTicketLink ticket={ticket}>
          {ticket.key} {ticket.title}
        </TaskTicketLink>
        <ConflictFiles files={files} />
      </div>
    </div>
  ));
}

/** `side`: whose line numbers to show. */
export function ConflictFiles({ files, side = 'own' }: { files: FileConflict[]; side?: 'own' | 'other' }) {
  const text = m.agentTasks.conflict;
  return (
    <ul className="conflict-files">
      {files.map(({ path, kind, lines, otherLines }) => {
        const shown = (side === 'own' ? lines : otherLines) ?? [];
        return (
          <li key={path}>
            <code>{path}</code>{' '}
            {shown.length > 0
              ? text.lines(shown.map(({ from, to }) => formatRange(from, to)).join(', '))
              : text.kinds[kind]}
          </li>
        );
      })}
    </ul>
  );
}

const formatRange = (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`);
