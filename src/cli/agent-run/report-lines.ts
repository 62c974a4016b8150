import type { Said } from './command-lines.ts';
import type { Task, TaskClient } from './task-client.ts';

const contentMax = 16_000;
// A command that talks faster than Docket listens loses its oldest words, not the machine's memory.
const waitingMax = 2_000;

/** Sends what the command says, in order, as fast as it is taken; lines that wait meanwhile go together. */
export function newReporter(
  client: TaskClient,
  task: Task,
  until: AbortSignal,
  onLost: (error: unknown) => void,
) {
  const { id } = task;
  const { epoch } = task.lease;
  const waiting: Said[] = [];
  const kept: { result?: unknown; question?: string } = {};
  let sending: Promise<void> | undefined;
  let isLost = false;

  const send = async () => {
    for (let next = takeNext(waiting); next && !isLost; next = takeNext(waiting)) {
      const said = next;
      await client
        .report(
          (api, signal) =>
            said.docket === 'artifact'
              ? api.addAgentTaskArtifact({ params: { id }, body: { ...artifactOf(said), epoch }, signal })
              : api.reportAgentTaskActivity({
                  params: { id },
                  body: { epoch, type: said.type, content: said.content },
                  signal,
                }),
          until,
        )
        .catch((error: unknown) => {
          isLost = true;
          onLost(error);
        });
    }
    sending = undefined;
  };

  return {
    kept,
    say: (said: Said) => {
      if (said.docket === 'result') kept.result = said.result;
      else if (said.docket === 'question') kept.question = said.question;
      else if (waiting.push(said) > waitingMax) waiting.shift();
      if (!isLost) sending ??= send();
    },
    finish: async () => {
      await sending;
    },
  };
}

type Report = Extract<Said, { docket: 'activity' | 'artifact' }>;

/** The next report; activities of one type that follow each other are one. */
function takeNext(waiting: Said[]): Report | undefined {
  const first = waiting.shift() as Report | undefined;
  if (first?.docket !== 'activity') return first;
  let content = first.content.slice(0, contentMax);
  for (;;) {
    const next = waiting[0];
    if (next?.docket !== 'activity' || next.type !== first.type) break;
    if (content.length + 1 + next.content.length > contentMax) break;
    content += `\n${next.content}`;
    waiting.shift();
  }
  return { ...first, content };
}

const artifactKinds = ['pull_request', 'branch', 'commit', 'document', 'link', 'text'] as const;

function artifactOf({ type, title, url, content }: Extract<Said, { docket: 'artifact' }>) {
  return {
    type: artifactKinds.find((kind) => kind === type) ?? 'link',
    ...(title && { title: String(title) }),
    ...(url && { url: String(url) }),
    ...(content && { content: String(content) }),
  };
}
