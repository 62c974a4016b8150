import { leaseEnded, recordRefusedPush } from '../agent-tasks/index.ts';
import { type BranchChange, openCodeHost, type PushReport, refuseAll } from '../code-hosts/index.ts';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import { minuteMs } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { checkAccess, openRepository } from './authorize-git.ts';
import { beginPushes, dropPush, finishPush, finishPushesOfTask } from './finish-pushes.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { branchName, findPathRefusal, findRefRefusals } from './push-rules.ts';
import { listPushedFiles } from './pushed-files.ts';
import type { SpooledPush } from './spool-push.ts';
import type { TaskKeyRow } from './task-key-store.ts';
import type { UnfinishedPush } from './unfinished-push-store.ts';

const applyTimeoutMs = 5 * minuteMs;
const filesMax = 500;

// git needs a core and memory for each push.
const applying = new BoundedQueue({ running: 4, waiting: 64 });

const notLinked = 'the project no longer links the repository of this task';

/** Decides about a push whose bytes have arrived, applies it and records it. Never throws: the report says what is wrong. */
export async function applyPush(
  context: LeasedBranchesContext,
  lease: TaskKeyRow,
  push: SpooledPush,
): Promise<PushReport> {
  const report = await decide(context, lease, push);
  const [reason] = report.refused.values();
  if (reason !== undefined)
    await recordRefusedPush(context, lease, reason).catch((error) =>
      context.logger.error({ err: error, taskId: lease.taskId }, 'Cannot record a refused push'),
    );
  return report;
}

async function decide(
  context: LeasedBranchesContext,
  lease: TaskKeyRow,
  push: SpooledPush,
): Promise<PushReport> {
  try {
    return await applying.run(() => decideAndApply(context, lease, push));
  } catch (error) {
    if (error instanceof Refusal) return refuseAll(push.request, error.message);
    context.logger.error({ err: error, taskId: lease.taskId }, 'Cannot apply a push');
    return refuseAll(push.request, 'Docket could not apply the push. Try again later');
  }
}

async function decideAndApply(
  context: LeasedBranchesContext,
  lease: TaskKeyRow,
  push: SpooledPush,
): Promise<PushReport> {
  const { request } = push;
  const access = await checkAccess(context, lease);
  if (access === 'missing') return refuseAll(request, notLinked);
  if ('ended' in access) return refuseAll(request, access.ended);
  const refused = findRefRefusals(request, lease.branchPrefix);
  if (refused.size > 0) return { unpack: 'ok', refused };
  if (push.isTooLarge) return refuseAll(request, tooLarge(access.settings.maxMegabytes));
  await finishPushesOfTask(context, lease.taskId);
  const signal = AbortSignal.timeout(applyTimeoutMs);
  const repository = await openRepository(context, lease, access, signal);
  if (!repository) return refuseAll(request, notLinked);
  const host = await openCodeHost(repository.host, context.docs.outbound);
  const { defaultBranch } = await host.findRepository(repository.repo, signal);
  const changing = request.commands.flatMap(({ ref, before, after }) =>
    after === null ? [] : { ref, branch: branchName(ref), before, after },
  );
  let changes: BranchChange[] | undefined;
  let pushes: UnfinishedPush[] = [];
  const report = await repository.server.receivePack(
    { ...push, defaultBranch },
    {
      needsChanges: access.settings.paths !== null,
      lastCheck: async (found) => {
        const now = await checkAccess(context, lease);
        if (now === 'missing') return leaseEnded;
        const refusal = 'ended' in now ? now.ended : findPathRefusal(found ?? [], now.settings.paths);
        if (refusal !== undefined) return refusal;
        changes = found;
        pushes = await beginPushes(context, lease, access.projectId, changing);
        return undefined;
      },
    },
    signal,
  );
  try {
    for (const [index, unfinished] of pushes.entries()) {
      const ref = changing[index]?.ref ?? '';
      if (report.refused.has(ref)) {
        await dropPush(context, unfinished);
        continue;
      }
      const known = changes?.find((change) => change.ref === ref)?.pushed.map(({ path }) => path);
      const files = known ?? (await listPushedFiles(host, repository.repo, unfinished));
      await finishPush(context, lease, unfinished, files.slice(0, filesMax));
    }
  } finally {
    await host.close();
  }
  return report;
}

const tooLarge = (megabytes: number) => `push too large: the limit is ${megabytes} MB`;
