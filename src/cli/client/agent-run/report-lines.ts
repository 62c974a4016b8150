import type { CommandLine } from './command-lines.ts';
import type { Task, TaskClient } from './task-client.ts';

const contentMax = 16_000;
// The oldest lines are dropped if the command writes faster than Docket accepts, so that memory stays bounded.
const waitingMax = 2_000;

/** Sends the command's output to Docket in order, one request at a time. Lines that wait meanwhile are merged. */
export function newReporter(
  client: TaskClient,
  task: Task,
  until: AbortSignal,
  onLost: (error: unknown) => void,
) {
  const { id } = task;
  const { epoch } = task.lease;
  const waiting: Report[] = [];
  const conclusion: { result?: unknown; question?: string } = {};
  let sending: Promise<void> | undefined;
  let isLost = false;

  const send = async () => {
    for (let next = takeNext(waiting); next && !isLost; next = takeNext(waiting)) {
      const report = next;
      await client
        .report(
          (api, signal) =>
            report.docket === 'artifact'
              ? api.addAgentTaskArtifact({ params: { id }, body: { ...toArtifact(report), epoch }, signal })
              : api.reportAgentTaskActivity({
                  params: { id },
                  body: { epoch, type: report.type, content: report.content },
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
    /** The result and the question are sent when the task is finished. */
    conclusion,
    add: (line: CommandLine) => {
      if (line.docket === 'result') conclusion.result = line.result;
      else if (line.docket === 'question') conclusion.question = line.question;
      else if (waiting.push(line) > waitingMax) waiting.shift();
      if (!isLost) sending ??= send();
    },
    finish: async () => {
      await sending;
    },
  };
}

type Report = Extract<CommandLine, { docket: 'activity' | 'artifact' }>;

/** The next report; consecutive activities of one type are merged. */
function takeNext(waiting: Report[]): Report | undefined {
  const first = waiting.shift();
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

function toArtifact({ type, title, url, content }: Extract<CommandLine, { docket: 'artifact' }>) {
  return {
    type: artifactKinds.find((kind) => kind === type) ?? 'link',
    ...(title && { title: String(title) }),
    ...(url && { url: String(url) }),
    ...(content && { content: String(content) }),
  };
}
