import type { AgentTask } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import './task-parts.css';

const shownMax = 50;

/** The files that the agent named in its steps or pushed, and its branch. */
export function TaskFiles({ task }: { task: AgentTask }) {
  const { touched, branch } = task;
  if (touched.length === 0) return null;
  const hidden = touched.length - shownMax;
  return (
    <details className="task-files">
      <summary>
        {m.agentTasks.touched(touched.length)} {branch && <code>{branch}</code>}
      </summary>
      <ul>
        {touched.slice(0, shownMax).map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {hidden > 0 && <li>{m.agentTasks.moreFiles(hidden)}</li>}
      </ul>
    </details>
  );
}
