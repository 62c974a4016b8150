import type { AgentTaskArtifact } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { Markdown } from '../parts/markdown/markdown.tsx';
import './task-artifacts.css';

const icons = {
  pull_request: 'pull-request',
  branch: 'branch',
  commit: 'commit',
  document: 'document',
  link: 'link',
  text: 'document',
} as const satisfies Record<AgentTaskArtifact['type'], IconName>;

/** What the agent handed in. */
export function TaskArtifacts({ artifacts }: { artifacts: readonly AgentTaskArtifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <ul className="task-artifacts" aria-label={m.agentTasks.results}>
      {artifacts.map((artifact) => (
        <li key={artifact.id} className="task-artifact">
          <Icon name={icons[artifact.type]} />
          <div className="task-artifact-body">
            <span className="said">{m.agentTasks.artifactTypes[artifact.type]}: </span>
            {isWebAddress(artifact.url) ? (
              <a href={artifact.url} target="_blank" rel="noopener noreferrer nofollow">
                {artifact.title}
              </a>
            ) : (
              <span>{artifact.title}</span>
            )}
            {artifact.content && (
              <details className="task-artifact-content">
                <summary>{m.agentTasks.artifactTypes[artifact.type]}</summary>
                <Markdown text={artifact.content} />
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Agents write these addresses: anything but a web page stays text. */
const isWebAddress = (url: string | undefined) => url !== undefined && /^https?:\/\//i.test(url);
