import { type Client, DocketError } from '../../../../sdk/index.ts';
import { minuteMs, secondMs } from '../../../platform/clock.ts';
import { stopSignal } from '../stop-signal.ts';
import type { Question, ReportedUsage } from './command-lines.ts';
import type { LineLogger } from './line-logger.ts';
import { killAfterMs } from './process-group.ts';
import { type Conclusion, newReporter } from './report-lines.ts';
import type { ForWorker, Task, TaskClient } from './task-client.ts';
import type { Wakeups } from './wakeups.ts';
import type { Ending, StartWork, Work } from './work.ts';

export interface RunSettings {
  startWork: StartWork;
  logger: LineLogger;
  leaseSeconds: number;
  /** Tells of messages and requests to stop before the next heartbeat is due. */
  wakeups: Wakeups;
  /** Terminates the work and releases the task. */
  stopNow: AbortSignal;
}

export type Outcome = 'completed' | 'failed' | 'released' | 'asked' | 'lost';

const finishTimeoutMs = 10 * minuteMs;
// A message or a request to stop reaches the work within this time, also if no event tells of it. A heartbeat is one
// small write on the server.
const heartbeatMaxMs = 5 * secondMs;

/** Works on one task, reports on it, and finishes it as the work ended. */
export async function runTask(client: TaskClient, task: Task, settings: RunSettings): Promise<Outcome> {
  const startedAt = performance.now();
  const lost = new AbortController();
  const lose = (error: unknown) => {
    settings.logger.warn(
      { task: task.id, reason: (error as Error).message },
      'Lost the task; stopping its command',
    );
    lost.abort();
  };
  const stop = stopSignal([settings.stopNow, lost.signal]);
  let isStopped = false;
  const receive = (answer: ForWorker) => {
    isStopped ||= answer.stop !== null;
    work.receive(answer);
  };
  const reporter = newReporter(client, task, stop, lose, receive);
  const work = settings.startWork(task, reporter.add);
  stop.addEventListener('abort', () => work.terminate(), { once: true });
  if (stop.aborted) work.terminate();
  receive(task);
  const readUsage = () => ({
    ...reporter.conclusion.usage,
    seconds: Math.round((performance.now() - startedAt) / secondMs),
  });
  const heartbeat = startHeartbeat(client, task, settings, stop, lose, work, receive, readUsage);
  const ending = await work.ended;
  heartbeat.end();
  await reporter.finish();
  if (lost.signal.aborted) return 'lost';
  const report = { usage: readUsage(), acknowledge: work.takeRead() };
  return finish(client, task, settings, ending, { ...reporter.conclusion, report, isStopped }).catch(
    (error: unknown) => {
      lose(error);
      return 'lost';
    },
  );
}

/** Sends at least three heartbeats per lease, so that a lost one does not cost the task. */
function startHeartbeat(
  client: TaskClient,
  { id, lease: { epoch } }: Task,
  { leaseSeconds, wakeups }: RunSettings,
  until: AbortSignal,
  lose: (error: unknown) => void,
  work: Work,
  receive: (answer: ForWorker) => void,
  readUsage: () => Usage,
) {
  let isBeating = false;
  let isDue = false;
  const beat = async () => {
    isDue = isBeating;
    if (isBeating || until.aborted) return;
    isBeating = true;
    const acknowledge = work.takeRead();
    const body = { epoch, usage: readUsage(), acknowledge };
    await client
      .report((api, signal) => api.heartbeatAgentTask({ params: { id }, body, signal }), until)
      .then(({ data }) => receive(data))
      .catch((error: unknown) => {
        // Once the worker stops, `finish` releases the task.
        if (!until.aborted) lose(error);
      });
    isBeating = false;
    if (isDue) void beat();
  };
  const timer = setInterval(() => void beat(), Math.min((leaseSeconds * secondMs) / 3, heartbeatMaxMs));
  const forget = wakeups.on(id, () => void beat());
  return {
    end: () => {
      clearInterval(timer);
      forget();
    },
  };
}

type Usage = ReportedUsage & { seconds: number };

interface Finish extends Omit<Conclusion, 'usage'> {
  report: { usage: Usage; acknowledge: string[] };
  /** Whether a person or a budget asked the work to end. */
  isStopped: boolean;
}

/** Asks with the form. If Docket refuses the form, the question is asked in words, with the reason: it is not lost. */
async function ask(
  client: TaskClient,
  id: string,
  report: { epoch: number },
  { question, form, kind, subject }: Question,
  until: AbortSignal,
): Promise<void> {
  const send = (body: Parameters<Client['askAboutAgentTask']>[0]['body']) =>
    client.report((api, signal) => api.askAboutAgentTask({ params: { id }, body, signal }), until);
  const words = question.slice(0, questionMax);
  try {
    await send({
      ...report,
      question: words,
      ...(form && { form }),
      ...(kind && { kind }),
      ...(subject && { subject }),
    });
  } catch (error) {
    if (!(error instanceof DocketError) || error.status !== 400) throw error;
    const reasons =
      Object.values(error.details ?? {})
        .flat()
        .join('; ') || error.message;
    await send({
      ...report,
      question: `${words.slice(0, questionMax - 2_100)}\n\n(Docket refused the form of this question: ${reasons.slice(0, 2_000)})`,
    });
  }
}
const questionMax = 16_000;

async function finish(
  client: TaskClient,
  { id, lease: { epoch } }: Task,
  { stopNow }: RunSettings,
  ending: Ending,
  { result, question, failureType, report, isStopped }: Finish,
): Promise<Outcome> {
  const params = { id };
  // Retries while Docket is unreachable: the epoch lets it refuse the report if the task is no longer ours.
  const until = stopNow.aborted ? stopSignal([], killAfterMs) : stopSignal([stopNow], finishTimeoutMs);
  const isEnded = (stopNow.aborted || isStopped) && ending.outcome !== 'completed';
  if (isEnded || ending.outcome === 'released') {
    const delaySeconds = isEnded || ending.outcome !== 'released' ? undefined : ending.delaySeconds;
    const body = { epoch, ...(delaySeconds !== undefined && { delaySeconds }), ...report };
    await client.report((api, signal) => api.releaseAgentTask({ params, body, signal }), until);
    return 'released';
  }
  if (ending.outcome === 'completed' && question !== undefined) {
    await ask(client, id, { epoch, ...report }, question, until);
    return 'asked';
  }
  if (ending.outcome === 'completed') {
    const body = { epoch, ...report, ...(result !== undefined && { result }) };
    await client.report((api, signal) => api.completeAgentTask({ params, body, signal }), until);
    return 'completed';
  }
  const { error, retryable } = ending;
  const body = { epoch, ...report, error, retryable, ...(failureType && { type: failureType }) };
  await client.report((api, signal) => api.failAgentTask({ params, body, signal }), until);
  return 'failed';
}
