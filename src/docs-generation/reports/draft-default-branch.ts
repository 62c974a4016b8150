import { findRelease, isDraftPath } from '../../../packages/docs-drafts/draft.ts';
import { type CodeHost, formatRepositoryName, newSourceRepository } from '../../code-hosts/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { generatePagesFrom } from '../drafting-process/generate-pages.ts';
import type { ReportOutcome, ReportTask } from '../drafting-process/process-messages.ts';
import { docsBranch } from '../publish/docs-branch.ts';
import type { BranchState } from './report-state.ts';

/** Drafts what the default branch has and the newest version lacks, unless nothing is to be published. */
export async function draftDefaultBranch(
  host: CodeHost,
  task: ReportTask,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const { repo, subject, limits } = task;
  const known = task.state as BranchState | null;
  const facts = await host.findRepository(repo, signal);
  const { defaultBranch } = facts;
  if (!host.pulls || defaultBranch !== subject.name) return { state: known };
  const head = await host.resolve(repo, defaultBranch, signal);
  if (known?.head === head.sha) return { state: known };
  const isDone = { state: { head: head.sha } };
  if (known && (await bringsOnlyDrafts(host, task, known.head, head, signal))) return isDone;
  const repository = newSourceRepository(host, repo, facts, signal);
  const { release, atHead } = await findRelease(repository, head);
  // Without a version there is nothing to compare with; at a version there is nothing new.
  if (!release || atHead !== undefined) return isDone;
  const request = { repo: formatRepositoryName(repo), base: release.tag, head: defaultBranch, openPr: true };
  const made = await generatePagesFrom(
    host,
    {
      ...{
        kind: 'generate',
        host: task.host,
        repo,
        base: release.tag,
        head: defaultBranch,
        audience: 'both',
      },
      ...{ limits, breakBeforeOne: task.breakBeforeOne, model: task.model, timeoutMs: task.timeoutMs },
      ...{ ticket: undefined, pullNumber: undefined, skipsSentences: true },
    },
    signal,
    () => {},
    async () => ({}),
  );
  if (made.isEmpty) return isDone;
  const previous = await host.pulls.findByBranch(repo, docsBranch(made), signal);
  // Somebody closed it without merging: the drafts of this version are not wanted.
  if (previous?.state === 'closed') return isDone;
  return { ...isDone, drafts: { request, made } };
}

/** True after the merge of Docket's own pull request: drafts about drafts would never end. */
async function bringsOnlyDrafts(
  host: CodeHost,
  { repo, limits }: ReportTask,
  from: string,
  head: { sha: string; committedAt: string },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { mergeBase, files } = await host.compare(repo, { ...head, sha: from }, head, limits, signal);
    return mergeBase === from && files.every(({ path }) => isDraftPath(path));
  } catch (error) {
    // The commit is gone, or too far away.
    if (error instanceof Refusal && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)) return false;
    throw error;
  }
}
