import { cleanLine } from '../../../packages/docs-drafts/draft.ts';
import type { CodeHost, PullRequests, RepositoryName } from '../../code-hosts/index.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import type { GeneratedDocs, PublishTask } from '../drafting-process/process-messages.ts';
import { mergePages } from './branch-pages.ts';
import { docsBranch } from './docs-branch.ts';
import { openOrUpdate } from './open-pull-request.ts';
import type { Published } from './published.ts';

const digestTrailer = 'Docket-Drafts: ';
/** In a commit of Docket on top of commits of people, which the next one must not replace. */
const followsTrailer = 'Docket-Follows: ';

const attemptsMax = 3;

/** Publishes the drafts and labels their pull request. */
export async function publishPages(
  host: CodeHost,
  { repo, request, made, written }: Pick<PublishTask, 'repo' | 'request' | 'made' | 'written'>,
  signal: AbortSignal,
): Promise<Published> {
  const published = await publishDocs(host, repo, request, made, written, signal);
  if (request.labels && request.labels.length > 0)
    await host.pulls?.addLabels(repo, published.pull.number, request.labels, signal);
  return published;
}

/** Retries when another process wrote to the branch at the same moment: it most likely published the same drafts. */
export async function publishDocs(...args: Parameters<typeof publishOnce>): Promise<Published> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishOnce(...args);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'CONFLICT' || attempt === attemptsMax) throw error;
    }
  }
}

/**
 * Publishes one branch, one commit and one pull request per change. A trailer of the commit has the digest of the
 * drafts: if the branch already has it, nothing is written. Otherwise the drafts are merged into the pages of the branch,
 * so edits that people pushed to it stay.
 */
async function publishOnce(
  host: CodeHost,
  repo: RepositoryName,
  request: GenerateDocs,
  made: GeneratedDocs,
  written: PublishTask['written'],
  signal: AbortSignal,
): Promise<Published> {
  const pulls = host.pulls as PullRequests;
  if (made.isEmpty)
    throw invalid({
      head: ['Head has nothing that base lacks, so there is nothing to publish'],
    });
  const branch = docsBranch(made);
  const title = pullRequestTitle(request);
  const target = made.facts.defaultBranch;
  const draft = { title, body: pullRequestBody(request, made), branch, target };
  const [existing, tip, previous] = await Promise.all([
    pulls.findBranch(repo, branch, signal),
    host.resolve(repo, target, signal),
    pulls.findByBranch(repo, branch, signal),
  ]);
  const published = existing?.latest
    .map(({ message }) => shortDigest(message))
    .find((digest) => digest !== undefined);
  const isPublished = existing !== undefined && published === made.digest;
  // After a merge the host may delete the branch; the pages are then those of the target.
  const commit = existing?.sha ?? (previous?.state === 'merged' ? tip.sha : undefined);
  const files =
    isPublished || commit === undefined || written.length === 0
      ? made.docs.map(({ path, content }) => ({ path, content, isSame: false }))
      : await mergePages(host, repo, commit, written, made.docs, signal);
  const pages = isPublished ? {} : { pages: files.map(({ path, content }) => ({ path, content })) };
  const isCurrent = isPublished || (existing !== undefined && files.every(({ isSame }) => isSame));
  const latest = existing?.latest[0]?.message ?? '';
  const followed =
    shortDigest(latest) === undefined || latest.includes(`\n${followsTrailer}`) ? existing?.sha : undefined;

  // The drafts are already merged: return that pull request.
  if (previous?.state === 'merged' && (isCurrent || (await isOnTarget(host, repo, tip.sha, files, signal)))) {
    return { pull: previous, branch, sha: existing?.sha ?? tip.sha, action: 'none', ...pages };
  }
  const sha = isCurrent
    ? existing.sha
    : await pulls.commitFiles(
        repo,
        {
          branch,
          // Commits that people added stay; a branch with only Docket's commit keeps a single commit, with all pages.
          parent: followed ?? tip.sha,
          message: `${title}\n\n${digestTrailer}${made.digest}\n${followed ? `${followsTrailer}${followed}\n` : ''}`,
          committedAt: made.head.committedAt,
          files: files
            .filter(({ isSame }) => !followed || !isSame)
            .map(({ path, content }) => ({ path, content })),
          replaces: existing?.sha,
        },
        signal,
      );
  if (previous?.state === 'open' && isCurrent)
    return { pull: previous, branch, sha, action: 'none', ...pages };
  return { ...(await openOrUpdate(pulls, repo, previous, draft, signal)), branch, sha, ...pages };
}

const shortDigest = (message: string) =>
  new RegExp(`^${digestTrailer}([0-9a-f]{64})\\s*$`, 'm').exec(message)?.[1];

const pullRequestTitle = ({ repo, base, head, prNumber }: GenerateDocs) =>
  prNumber === undefined
    ? cleanLine(`docs: ${repo} from ${base} to ${head}`).slice(0, 200)
    : `docs: pull request #${prNumber}`;

/** Untrusted text is escaped or set as inline code. */
function pullRequestBody({ ticketId, prNumber }: GenerateDocs, { summary, docs }: GeneratedDocs): string {
  const code = (text: string) => `\`${cleanLine(text).replaceAll('`', "'")}\``;
  return [
    summary.replace(/[\\`*_{}[\]<>#@|~]/g, '\\$&'),
    ...(prNumber === undefined ? [] : [`Drafted from #${prNumber}.`]),
    ...(ticketId === undefined ? [] : [`Ticket: ${code(ticketId)}.`]),
    docs.map(({ path }) => `- ${code(path)}`).join('\n'),
    'Drafted by Docket. Repeating the request updates this pull request if the drafts have changed.',
  ].join('\n\n');
}

async function isOnTarget(
  host: CodeHost,
  repo: RepositoryName,
  sha: string,
  docs: readonly { path: string; content: string }[],
  signal: AbortSignal,
): Promise<boolean> {
  const expected = new Map(docs.map(({ path, content }) => [path, content]));
  const files = await host.listFiles(repo, { sha, committedAt: '' }, (path) => expected.has(path), signal);
  if (files.size < expected.size) return false;
  const contents = new Map<string, string>();
  await host.readBlobs(repo, [...files.values()], 10 * 1024 * 1024, signal, (id, bytes) =>
    contents.set(id, bytes.toString()),
  );
  return [...files].every(([path, id]) => contents.get(id) === expected.get(path));
}
