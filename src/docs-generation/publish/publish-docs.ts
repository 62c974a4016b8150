import type { CodeHost, PullRequest, PullRequests, RepositoryName } from '../../code-hosts/index.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import { cleanLine } from '../drafts/mdx.ts';
import type { GeneratedDocs } from '../worker-thread/thread-messages.ts';

export interface Published {
  pull: PullRequest;
  branch: string;
  /** Where the branch points now. */
  sha: string;
  did: 'opened' | 'updated' | 'nothing';
}

const digestLine = 'Docket-Drafts: ';

const looksMax = 3;

/** Who finds that somebody else wrote to the branch in the same moment looks again: most likely it was the same. */
export async function publishDocs(
  host: CodeHost,
  repo: RepositoryName,
  wish: GenerateDocs,
  made: GeneratedDocs,
  signal: AbortSignal,
): Promise<Published> {
  for (let look = 1; ; look++) {
    try {
      return await publishOnce(host, repo, wish, made, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'CONFLICT' || look === looksMax) throw error;
    }
  }
}

/**
 * One branch, one commit, one pull request for a change. The commit carries the digest of the drafts: where the branch
 * has it, there is nothing to do, and what people changed there since stays.
 */
async function publishOnce(
  host: CodeHost,
  repo: RepositoryName,
  wish: GenerateDocs,
  made: GeneratedDocs,
  signal: AbortSignal,
): Promise<Published> {
  const pulls = host.pulls as PullRequests;
  if (made.isEmpty)
    throw invalid({
      head: ['Head has nothing that base lacks, so there is nothing to open a pull request for'],
    });
  const branch = branchOf(made);
  const title = titleOf(wish);
  const target = made.facts.defaultBranch;
  const draft = { title, body: bodyOf(wish, made), branch, target };
  const [known, tip, previous] = await Promise.all([
    pulls.findBranch(repo, branch, signal),
    host.resolve(repo, target, signal),
    pulls.findByBranch(repo, branch, signal),
  ]);
  const published = known?.latest
    .map(({ message }) => digestOf(message))
    .find((digest) => digest !== undefined);
  const isCurrent = known !== undefined && published === made.digest;

  // Merged, and nothing new to say: the pull request that said it is the answer.
  if (previous?.state === 'merged' && (isCurrent || (await isOnTarget(host, repo, tip.sha, made, signal)))) {
    return { pull: previous, branch, sha: known?.sha ?? tip.sha, did: 'nothing' };
  }
  const sha = isCurrent
    ? known.sha
    : await pulls.commitFiles(
        repo,
        {
          branch,
          // What people added to the branch is kept; a branch with our commit alone stays one commit.
          parent: known && digestOf(known.latest[0]?.message ?? '') === undefined ? known.sha : tip.sha,
          message: `${title}\n\n${digestLine}${made.digest}\n`,
          at: made.head.committedAt,
          files: made.docs,
          replaces: known?.sha,
        },
        signal,
      );
  if (previous?.state === 'open') {
    if (!isCurrent) await pulls.update(repo, previous.number, draft, signal);
    return { pull: previous, branch, sha, did: isCurrent ? 'nothing' : 'updated' };
  }
  const pull = await pulls.open(repo, draft, signal);
  return { pull, branch, sha, did: 'opened' };
}

const digestOf = (message: string) => new RegExp(`^${digestLine}([0-9a-f]{64})\\s*$`, 'm').exec(message)?.[1];

/** As the pages are called: `docs/pr-42`, or `docs/auto/v1.0.0-to-v1.1.0`. */
function branchOf({ docs }: GeneratedDocs): string {
  const slug = /([^/]+)\.mdx$/.exec(docs[0]?.path ?? '')?.[1] ?? 'drafts';
  return /^pr-\d+$/.test(slug) ? `docs/${slug}` : `docs/auto/${slug}`;
}

const titleOf = ({ repo, base, head, prNumber }: GenerateDocs) =>
  prNumber === undefined
    ? cleanLine(`docs: ${repo} from ${base} to ${head}`).slice(0, 200)
    : `docs: pull request #${prNumber}`;

/** Markdown of the host, where whatever comes from outside stands as code. */
function bodyOf({ ticketId, prNumber }: GenerateDocs, { summary, docs }: GeneratedDocs): string {
  const code = (text: string) => `\`${cleanLine(text).replaceAll('`', "'")}\``;
  return [
    summary.replace(/[\\`*_{}[\]<>#@|~]/g, '\\$&'),
    ...(prNumber === undefined ? [] : [`Drafted from #${prNumber}.`]),
    ...(ticketId === undefined ? [] : [`Ticket: ${code(ticketId)}.`]),
    docs.map(({ path }) => `- ${code(path)}`).join('\n'),
    'Drafted by Docket. Repeating the request updates this pull request, or changes nothing.',
  ].join('\n\n');
}

async function isOnTarget(
  host: CodeHost,
  repo: RepositoryName,
  sha: string,
  { docs }: GeneratedDocs,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = new Map(docs.map(({ path, content }) => [path, content]));
  const files = await host.listFiles(repo, { sha, committedAt: '' }, (path) => wanted.has(path), signal);
  if (files.size < wanted.size) return false;
  const contents = new Map<string, string>();
  await host.readBlobs(repo, [...files.values()], 10 * 1024 * 1024, signal, (id, bytes) =>
    contents.set(id, bytes.toString()),
  );
  return [...files].every(([path, id]) => contents.get(id) === wanted.get(path));
}
