import { type AcceptedPush, leaseEnded, recordPushes, recordRefusedPush } from '../agent-tasks/index.ts';
import {
  type BranchChange,
  type CodeHost,
  openCodeHost,
  type PushReport,
  type RepositoryName,
  refuseAll,
} from '../code-hosts/index.ts';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import { minuteMs, secondMs } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { checkAccess, openRepository } from './authorize-git.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { branchName, findPathRefusal, findRefRefusals } from './push-rules.ts';
import type { SpooledPush } from './spool-push.ts';
import type { TaskKeyRow } from './task-key-store.ts';

const applyTimeoutMs = 5 * minuteMs;
const compareTimeoutMs = 20 * secondMs;
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
  const signal = AbortSignal.timeout(applyTimeoutMs);
  const repository = await openRepository(context, lease, access, signal);
  if (!repository) return refuseAll(request, notLinked);
  const host = await openCodeHost(repository.host, context.docs.outbound);
  const { defaultBranch } = await host.findRepository(repository.repo, signal);
  let changes: BranchChange[] | undefined;
  const report = await repository.server.receivePack(
    { ...push, defaultBranch },
    {
      needsChanges: access.settings.paths !== null,
      lastCheck: async (found) => {
        changes = found;
        const now = await checkAccess(context, lease);
        if (now === 'missing') return leaseEnded;
        return 'ended' in now ? now.ended : findPathRefusal(found ?? [], now.settings.paths);
      },
    },
    signal,
  );
  const accepted = await describeAccepted(host, repository.repo, defaultBranch, push, report, changes);
  if (accepted.length > 0) await recordPushes({ ...context, actor: access.actor }, lease, accepted);
  return report;
}

const tooLarge = (megabytes: number) => `push too large: the limit is ${megabytes} MB`;

async function describeAccepted(
  host: CodeHost,
  repo: RepositoryName,
  defaultBranch: string,
  { request }: SpooledPush,
  report: PushReport,
  changes: BranchChange[] | undefined,
): Promise<AcceptedPush[]> {
  const accepted: AcceptedPush[] = [];
  for (const { ref, before, after } of request.commands) {
    if (after === null || report.refused.has(ref)) continue;
    const known = changes?.find((change) => change.ref === ref)?.pushed.map(({ path }) => path);
    const files = known ?? (await compareOnHost(host, repo, before ?? defaultBranch, after));
    accepted.push({ branch: branchName(ref), before, after, files: files.slice(0, filesMax) });
  }
  return accepted;
}

/** The push is applied already, so a host that cannot compare it does not undo it: its files stay unknown. */
async function compareOnHost(
  host: CodeHost,
  repo: RepositoryName,
  from: string,
  to: string,
): Promise<string[]> {
  const signal = AbortSignal.timeout(compareTimeoutMs);
  try {
    const base = await host.resolve(repo, from, signal);
    const head = await host.resolve(repo, to, signal);
    const limits = { commitsMax: 1_000, filesMax: 3_000 };
    const { files } = await host.compare(repo, base, head, limits, signal);
    return files.flatMap(({ path, previousPath }) =>
      previousPath === undefined ? [path] : [previousPath, path],
    );
  } catch {
    return [];
  } finally {
    await host.close();
  }
}
