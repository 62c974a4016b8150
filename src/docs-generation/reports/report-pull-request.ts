import { readVerdict, writeMarkdown } from '../../../packages/docs-drafts/draft.ts';
import type { CodeHost, Reports } from '../../code-hosts/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { findFalseNow } from '../drafting-process/find-false-now.ts';
import type { ReportTask } from '../drafting-process/process-messages.ts';
import { describePull, describeStatus, type LinkTo, overrideLabel } from './describe-verdict.ts';
import { readReportContext } from './read-report-context.ts';
import type { PullState } from './report-state.ts';

const statusName = 'docket/docs';
// GitHub takes 65,536 characters; the other hosts take more.
const commentLengthMax = 60_000;

/**
 * Writes the verdict about an open pull request into one comment and a status of its newest commit. The comment is found by its
 * id, or by its hidden mark if the answer of the host was lost, so there is never a second one. Files are read, nothing is run.
 */
export async function reportPullRequest(
  host: CodeHost,
  task: ReportTask,
  signal: AbortSignal,
): Promise<PullState | null> {
  const { repo, subject, mark } = task;
  const known = task.state as PullState | null;
  const { pulls, reports } = host;
  const number = Number(subject.name);
  const pull = await pulls?.find(repo, number, signal);
  if (!reports || !pull || pull.state !== 'open' || pull.isDraft) return known;
  const { sha, target } = pull;
  const isOverridden = pull.labels.includes(overrideLabel);
  if (known?.sha === sha && known.target === target && known.isOverridden === isOverridden) return known;

  const { status, comment } = await judge(host, task, { sha, target, isOverridden }, signal);
  const body = `<!-- docket:docs ${mark} -->\n${comment}`;
  const written = await orRefusal(
    writeComment(reports, task, { number, body, commentId: known?.commentId }, signal),
  );
  const forkPull = pull.isFromFork ? number : undefined;
  const set = await orRefusal(
    reports.setStatus(repo, { sha, name: statusName, ...status, forkPull }, signal),
  );
  // One of both may be forbidden to the token; the other is written nevertheless.
  if (written instanceof Refusal) throw written;
  if (set instanceof Refusal) throw set;
  return { sha, target, isOverridden, commentId: written };
}

async function judge(
  host: CodeHost,
  task: ReportTask,
  { sha, target, isOverridden }: Pick<PullState, 'sha' | 'target' | 'isOverridden'>,
  signal: AbortSignal,
) {
  const { host: address, repo, limits, breakBeforeOne, timeoutMs } = task;
  const range = { base: target, head: sha };
  const { facts, repository, context } = await readReportContext(host, task, range, signal);
  const { base, head, change } = context;
  const { verdict, isAnnounced } = await readVerdict(repository, context, { limits, breakBeforeOne });
  const search = { hostKind: address.kind, repo, facts, timeoutMs: timeoutMs / 3, head, change };
  const { falseNow, mayBeFalse, leftOut } = await findFalseNow(host, search, signal);
  const reasonFiles = new Set(verdict.reasons.map(({ file }) => file));
  const atHead = await host.listFiles(repo, head, (path) => reasonFiles.has(path), signal);
  const sentenceFiles = new Set([...falseNow, ...mayBeFalse].map(({ file }) => file));
  const linkTo: LinkTo = ({ file: path, line, isRemoved }) => {
    const isAtHead = sentenceFiles.has(path) || (!isRemoved && atHead.has(path));
    return host.links.file(repo, facts, { sha: isAtHead ? sha : base.sha, path, line });
  };
  const judged = { verdict, isAnnounced, falseNow, mayBeFalse, leftOut, isOverridden, target };
  return { status: describeStatus(judged), comment: limited(writeMarkdown(describePull(judged, linkTo))) };
}

/** A comment that is too long ends after a whole paragraph or item, outside of code. */
function limited(text: string): string {
  if (text.length <= commentLengthMax) return text;
  const parts = text.slice(0, commentLengthMax).split('\n');
  const isOpen = parts.filter((line) => /^\s*`{3,}/.test(line)).length % 2 === 1;
  while (isOpen && !/^\s*`{3,}/.test(parts.pop() ?? '```'));
  return `${parts.slice(0, -1).join('\n')}\n\n…\n`;
}

async function writeComment(
  reports: Reports,
  { repo, mark }: Pick<ReportTask, 'repo' | 'mark'>,
  { number, body, commentId }: { number: number; body: string; commentId: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const stored =
    commentId === undefined ? undefined : await reports.getComment(repo, number, commentId, signal);
  // The id may be that of another comment if the project has another code host now.
  const found = stored?.body.includes(mark) ? stored : await reports.findComment(repo, number, mark, signal);
  if (!found) return reports.addComment(repo, number, body, signal);
  if (!isSameText(found.body, body)) await reports.updateComment(repo, number, { ...found, body }, signal);
  return found.id;
}

/** Some hosts change line ends and trim. */
const isSameText = (a: string, b: string) => normalized(a) === normalized(b);
const normalized = (text: string) => text.replaceAll('\r\n', '\n').trim();

const orRefusal = <T>(work: Promise<T>): Promise<T | Refusal> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
