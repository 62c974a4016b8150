import type { AgentTask } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import './task-parts.css';

const shownMax = 50;

/** The files that the agent named in its steps or pushed, and its branch; before that, those that it will probably touch. */
export function TaskFiles({ task }: { task: AgentTask }) {
  const { touched, branch } = task;
  if (touched.length === 0) return <PredictedFiles task={task} />;
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

function PredictedFiles({ task: { predicted } }: { task: AgentTask }) {
  const texts = m.agentTasks.collision;
  if (predicted.length === 0) return null;
  return (
    <details className="task-files">
      <summary>{texts.predicted(predicted.length)}</summary>
      <ul>
        {predicted.map(({ path, share }) => (
          <li key={path}>
            <code>{path}</code> {texts.share(Math.round(share * 100))}
          </li>
        ))}
      </ul>
    </details>
  );
}
