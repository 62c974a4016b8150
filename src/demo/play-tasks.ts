import {
  addArtifact,
  askUser,
  claimTask,
  completeTask,
  createTask,
  failTask,
  reportActivity,
} from '../agent-tasks/index.ts';
import { dayMs, secondMs } from '../platform/clock.ts';
import type { Cast } from './cast.ts';
import type { DemoTask } from './demo-story.ts';
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
  const timeAfter = inOrder(stage.createdAt.get(task.ticket));
  let id = '';
  let epoch = 0;
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
    {
      at: timeAfter(task.claimedDaysAgo),
      play: async (at) => {
        const scope = cast.scopeOf(agent, at);
        const claimed = await claimTask(scope, {
          workerId: `${agent}@build-1`,
          projectId: stage.projectId,
          leaseSeconds,
        });
        if (claimed?.id !== id) throw new Error(`the agent did not get the task "${task.title}"`);
        epoch = claimed.leaseEpoch;
      },
    },
    ...task.steps.map(
      ({ daysAgo, type, text }): Moment => ({
        at: timeAfter(daysAgo),
        play: (at) => reportActivity(cast.scopeOf(agent, at), id, epoch, type, text),
      }),
    ),
  ];
  if (end.kind !== 'working') {
    moments.push({ at: timeAfter(end.daysAgo), play: (at) => finish(at) });
  }
  return moments;

  async function finish(at: number): Promise<void> {
    const scope = cast.scopeOf(agent, at);
    if (end.kind === 'question') await askUser(scope, id, epoch, end.text);
    if (end.kind === 'failed') await failTask(scope, id, epoch, { error: end.error, retryable: false });
    if (end.kind !== 'completed') return;
    if (end.pullRequest) await addArtifact(scope, id, epoch, { type: 'pull_request', ...end.pullRequest });
    await completeTask(scope, id, epoch, { result: { summary: end.summary } });
  }
}
