import type {
  CodeHost,
  Commit,
  Comparison,
  FileChange,
  RepositoryName,
  Revision,
} from '../../code-hosts/index.ts';
import { isOpenApi } from '../surface/openapi-operations.ts';
import { isNonProductFile, isSurfaceFile, readSurface } from '../surface/read-surface.ts';
import type { SurfaceItem } from '../surface/surface.ts';
import type { Progress } from '../worker-thread/progress.ts';
import { type ParsedCommitMessage, parseCommitMessage } from './commit-message.ts';
import {
  compareCodeUnits,
  compareSurfaces,
  type FileSurfaces,
  type Source,
  type SurfaceChange,
} from './compare-surfaces.ts';

export interface ChangeLimits {
  commitsMax: number;
  filesMax: number;
  /** Larger files are named, but not read. */
  fileBytesMax: number;
}

export interface AnalyzedCommit extends ParsedCommitMessage {
  sha: string;
  isMerge: boolean;
  author: string;
  /** Whether it touched something that reaches users or callers, as far as its files tell. */
  touchesProduct: boolean;
  sources: Source[];
}

/** Everything the drafts are made of. */
export interface ChangeAnalysis {
  mergeBase: string | undefined;
  commits: AnalyzedCommit[];
  files: FileChange[];
  surface: SurfaceChange[];
  /** Files that are described by their name alone, because they are too large or no text. */
  unread: number;
}

const sourcesPerCommit = 5;
const analysedPerStep = 100;
const largerBy = 8;

export async function analyzeChange(
  host: CodeHost,
  repo: RepositoryName,
  range: { base: Revision; head: Revision },
  limits: ChangeLimits,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<ChangeAnalysis> {
  report({ step: 'comparing', done: 0, total: 0 });
  const comparison = await host.compare(repo, range.base, range.head, limits, signal);
  const { files, unread } = await readSurfaces(host, repo, comparison, limits, signal, report);
  return {
    mergeBase: comparison.mergeBase,
    commits: analyzeCommits(comparison),
    files: [...comparison.files].sort((a, b) => compareCodeUnits(a.path, b.path)),
    surface: compareSurfaces(files),
    unread,
  };
}

/** Blobs are read as they come and forgotten at once; what is kept is what they offer. */
async function readSurfaces(
  host: CodeHost,
  repo: RepositoryName,
  { files }: Comparison,
  { fileBytesMax }: ChangeLimits,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<{ files: FileSurfaces[]; unread: number }> {
  const telling = files.filter(
    ({ path, previousPath, isSubmodule }) =>
      !isSubmodule && (isSurfaceFile(path) || isSurfaceFile(previousPath ?? path)),
  );
  const wanted = new Map<string, { path: string; put: (items: SurfaceItem[]) => void }[]>();
  const surfaces = telling.map((file): FileSurfaces => {
    const surface: FileSurfaces = {
      path: file.path,
      ...(file.previousPath !== undefined && { previousPath: file.previousPath }),
      before: [],
      after: [],
      source: { path: file.path, id: file.after ?? file.before ?? '' },
    };
    const want = (id: string | undefined, path: string, put: (items: SurfaceItem[]) => void) => {
      if (id !== undefined && id !== '') wanted.set(id, [...(wanted.get(id) ?? []), { path, put }]);
    };
    want(file.before, file.previousPath ?? file.path, (items) => {
      surface.before = items;
    });
    want(file.after, file.path, (items) => {
      surface.after = items;
    });
    return surface;
  });

  let done = 0;
  const seen = new Set<string>();
  const total = wanted.size;
  report({ step: 'reading', done, total });
  const take = (id: string, bytes: Buffer) => {
    seen.add(id);
    const isText = !bytes.subarray(0, 8_000).includes(0);
    const text = isText ? bytes.toString() : '';
    for (const { path, put } of wanted.get(id) ?? []) put(isText ? readSurface(path, text) : []);
    if (++done % analysedPerStep === 0) report({ step: 'reading', done, total });
  };
  // The description of an API is large where the API is, and the most telling file of all.
  const isLarge = (id: string) => wanted.get(id)?.some(({ path }) => isOpenApi(path)) === true;
  const ids = [...wanted.keys()];
  await host.readBlobs(
    repo,
    ids.filter((id) => !isLarge(id)),
    fileBytesMax,
    signal,
    take,
  );
  await host.readBlobs(repo, ids.filter(isLarge), fileBytesMax * largerBy, signal, take);
  report({ step: 'reading', done: total, total });
  // A side that could not be read must not look as if everything had been added or removed.
  const isWhole = ({ before, after }: FileChange) =>
    [before, after].every((id) => id === undefined || seen.has(id));
  return {
    files: surfaces.filter((_, index) => isWhole(telling[index] as FileChange)),
    unread: total - seen.size,
  };
}

function analyzeCommits({ commits, files }: Comparison): AnalyzedCommit[] {
  const idOf = new Map(files.map(({ path, after, before }) => [path, after ?? before ?? '']));
  const understood = commits.map((commit): AnalyzedCommit => {
    const { sha, isMerge, author, message, paths } = commit;
    const kept = paths.filter((path) => idOf.get(path));
    return {
      ...parseCommitMessage(message),
      sha,
      isMerge,
      author,
      touchesProduct: touchesProduct(commit),
      sources: kept.slice(0, sourcesPerCommit).map((path) => ({ path, id: idOf.get(path) as string })),
    };
  });
  return withoutReverted(understood);
}

const touchesProduct = ({ paths }: Commit) =>
  paths.length === 0 || paths.some((path) => !isNonProductFile(path) && !isMaintenanceFile(path));

const isMaintenanceFile = (path: string) =>
  /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.vscode|\.idea|docs?|scripts|ci)\/|\.(?:md|mdx|lock)$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|\.[\w.-]+|LICENSE|CODEOWNERS|Makefile|Dockerfile|biome\.json|tsconfig[\w.]*\.json)$/.test(
    path,
  );

/** What was done and taken back within the range did not happen, for who reads the drafts. */
function withoutReverted(commits: AnalyzedCommit[]): AnalyzedCommit[] {
  const undone = new Set<AnalyzedCommit>();
  // Newest first: a revert of a revert is met before the revert.
  for (const commit of commits) {
    if (undone.has(commit)) continue;
    const targets = commit.reverts.flatMap((sha) =>
      commits.filter((other) => other.sha.startsWith(sha) && other !== commit),
    );
    if (targets.length === 0) continue;
    for (const target of targets) undone.add(target);
    undone.add(commit);
  }
  return commits.filter((commit) => !undone.has(commit));
}
