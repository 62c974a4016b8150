import type { TaskFailureType } from '../../../../sdk/index.ts';
import type { CommandLine, Question, ReportedUsage } from './command-lines.ts';
import type { ForWorker, Task, TaskClient } from './task-client.ts';

const contentMax = 16_000;
// The oldest lines are dropped if the command writes faster than Docket accepts, so that memory stays bounded.
const waitingMax = 2_000;

/** Sends the command's output to Docket in order, one request at a time. Lines that wait meanwhile are merged. */
export function newReporter(
  client: TaskClient,
  task: Task,
  until: AbortSignal,
  onLost: (error: unknown) => void,
  onAnswer: (answer: ForWorker) => void,
) {
  const { id } = task;
  const { epoch } = task.lease;
  const waiting: Report[] = [];
  const conclusion: Conclusion = { usage: {} };
  let sending: Promise<void> | undefined;
  let isLost = false;

  const send = async () => {
    for (let next = takeNext(waiting); next && !isLost; next = takeNext(waiting)) {
      const report = next;
      await client
        .report(async (api, signal) => {
          if (report.docket === 'artifact') {
            const body = { ...toArtifact(report), epoch };
            await api.addAgentTaskArtifact({ params: { id }, body, signal });
            return;
          }
          const { type, content, files } = report;
          const body = { epoch, type, content, ...(files?.length && { files }) };
          onAnswer((await api.reportAgentTaskActivity({ params: { id }, body, signal })).data);
        }, until)
        .catch((error: unknown) => {
          isLost = true;
          onLost(error);
        });
    }
    sending = undefined;
  };

  return {
    /** Sent when the task is finished; the usage also with each heartbeat. */
    conclusion,
    add: (line: CommandLine) => {
      if (line.docket === 'result') conclusion.result = line.result;
      else if (line.docket === 'question') conclusion.question = line;
      else if (line.docket === 'failure') conclusion.failureType = line.type;
      else if (line.docket === 'usage') {
        const { docket: _, ...usage } = line;
        Object.assign(conclusion.usage, usage);
      } else if (waiting.push(line) > waitingMax) waiting.shift();
      // With nothing to send, `send` would end before it is assigned, and block every later line.
      if (!isLost && waiting.length > 0) sending ??= send();
    },
    finish: async () => {
      await sending;
    },
  };
}

export interface Conclusion {
  result?: unknown;
  question?: Question;
  failureType?: TaskFailureType;
  usage: ReportedUsage;
}

type Report = Extract<CommandLine, { docket: 'activity' | 'artifact' }>;

/** The next report; consecutive activities of one type are merged. */
function takeNext(waiting: Report[]): Report | undefined {
  const first = waiting.shift();
  if (first?.docket !== 'activity') return first;
  if (first.files?.length) return { ...first, content: first.content.slice(0, contentMax) };
  let content = first.content.slice(0, contentMax);
  for (;;) {
    const next = waiting[0];
    if (next?.docket !== 'activity' || next.type !== first.type || next.files?.length) break;
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
