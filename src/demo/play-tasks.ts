import { hash } from 'node:crypto';
import {
  addArtifact,
  answerTask,
  askUser,
  claimTask,
  completeTask,
  createTask,
  failTask,
  recordPushes,
  recordRefusedPush,
  reportActivity,
} from '../agent-tasks/index.ts';
import { dayMs, secondMs } from '../platform/clock.ts';
import { ticketKey } from '../tickets/index.ts';
import type { Cast } from './cast.ts';
import type { DemoPush, DemoStep, DemoTask } from './demo-story.ts';
import type { Stage } from './play-tickets.ts';
import type { Moment, newTimeline } from './timeline.ts';

/** Nobody sends heartbeats for a task of the demo, so it lasts a day and then times out. */
const leaseSeconds = dayMs / secondMs;

/** A task from its creation to its end, or to what it does now. */
export function taskMoments(
  task: DemoTask,
  cast: Cast,
  stage: Stage,
  { inOrder }: ReturnType<typeof newTimeline>,
): Moment[] {
  const { agent, end } = task;
  const [inputTokens, outputTokens, seconds, amount] = task.usage;
  const usage = { inputTokens, outputTokens, seconds, cost: { amount, currency: 'EUR' } };
  const timeAfter = inOrder(stage.createdAt.get(task.ticket));
  let id = '';
  let epoch = 0;
  /** The prefix of the branches of the task. */
  let branches = '';
  let head: string | null = null;
  const moments: Moment[] = [
    {
      at: timeAfter(task.queuedDaysAgo),
      play: async (at) => {
        const { task: created } = await createTask(
          cast.scopeOf(task.by, at),
          {
            ticketId: stage.ticketIds.get(task.ticket) as string,
            agentId: cast.actors[agent].userId,
            title: task.title,
            instructions: task.instructions,
            maxAttempts: 1,
          },
          Number.MAX_SAFE_INTEGER,
        );
        id = created.id;
      },
    },
    { at: timeAfter(task.claimedDaysAgo), play: claim },
    ...task.steps.flatMap((step, index): Moment[] => {
      const isLast = index === task.steps.length - 1;
      if (!('ask' in step))
        return [{ at: timeAfter(step.daysAgo), play: (at) => takeStep(step, at, isLast) }];
      const { ask, form, answeredBy, values } = step;
      return [
        {
          at: timeAfter(step.daysAgo),
          play: (at) => askUser(cast.scopeOf(agent, at), id, epoch, ask, { form }),
        },
        {
          at: timeAfter(step.answeredDaysAgo),
          play: (at) => answerTask(cast.scopeOf(answeredBy, at), id, { values }),
        },
        { at: timeAfter(step.answeredDaysAgo), play: claim },
      ];
    }),
  ];
  if (end.kind !== 'working') {
    moments.push({ at: timeAfter(end.daysAgo), play: (at) => finish(at) });
  }
  return moments;

  async function claim(at: number): Promise<void> {
    const claimed = await claimTask(cast.scopeOf(agent, at), {
      workerId: `${agent}@build-1`,
      projectId: stage.projectId,
      leaseSeconds,
    });
    if (claimed?.id !== id) throw new Error(`the agent did not get the task "${task.title}"`);
    epoch = claimed.leaseEpoch;
    branches = `docket/${ticketKey(claimed.projectKey, claimed.ticketNumber) ?? id}/`;
  }

  async function takeStep(step: DemoStep | DemoPush, at: number, isLast: boolean): Promise<void> {
    const scope = cast.scopeOf(agent, at);
    const lease = { taskId: id, epoch, userId: scope.actor.userId };
    if ('refusedPush' in step)
      return recordRefusedPush(scope, lease, step.refusedPush.replace('BRANCH', branches));
    if ('push' in step) {
      const before = head;
      head = hash('sha1', `${task.title} ${at}`);
      const push = { branch: branches + step.push, before, after: head, files: step.files.slice() };
      return scope.db.transaction((tx) => recordPushes(tx, scope.clock, lease, [push]));
    }
    await reportActivity(scope, id, epoch, step.type, step.text, {
      files: step.files?.slice(),
      usage: isLast ? usage : undefined,
    });
  }

  async function finish(at: number): Promise<void> {
    const scope = cast.scopeOf(agent, at);
    if (end.kind === 'question') await askUser(scope, id, epoch, end.text, { form: end.form });
    if (end.kind === 'failed')
      await failTask(scope, id, epoch, { error: end.error, type: end.type, retryable: false });
    if (end.kind !== 'completed') return;
    if (end.pullRequest) await addArtifact(scope, id, epoch, { type: 'pull_request', ...end.pullRequest });
    await completeTask(scope, id, epoch, { result: { summary: end.summary } });
  }
}
