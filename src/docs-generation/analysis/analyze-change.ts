import type {
  CodeHost,
  Commit,
  Comparison,
  FileChange,
  RepositoryName,
  Revision,
} from '../../code-hosts/index.ts';
import type { Progress } from '../drafting-process/progress.ts';
import { isOpenApi } from '../surface/openapi-operations.ts';
import { isNonProductFile, isSurfaceFile, readSurface } from '../surface/read-surface.ts';
import type { SurfaceItem } from '../surface/surface.ts';
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
  /** Larger files are listed by name, but not read. */
  fileBytesMax: number;
}

export interface AnalyzedCommit extends ParsedCommitMessage {
  sha: string;
  isMerge: boolean;
  author: string;
  /** Whether it changed a file other than tests, docs, build or CI files. */
  touchesProduct: boolean;
  sources: Source[];
}

/** The difference between base and head, as input for the drafts. */
export interface ChangeAnalysis {
  mergeBase: string | undefined;
  commits: AnalyzedCommit[];
  files: FileChange[];
  surface: SurfaceChange[];
  /** Number of file contents that were not read because they are too large or missing. */
  unread: number;
}

const sourcesPerCommit = 5;
const filesPerReport = 100;
const openApiSizeFactor = 8;

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

/** Reads blobs one by one and keeps only the surface of each, so that memory does not grow with file sizes. */
async function readSurfaces(
  host: CodeHost,
  repo: RepositoryName,
  { files }: Comparison,
  { fileBytesMax }: ChangeLimits,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<{ files: FileSurfaces[]; unread: number }> {
  const surfaceFiles = files.filter(
    ({ path, previousPath, isSubmodule }) =>
      !isSubmodule && (isSurfaceFile(path) || isSurfaceFile(previousPath ?? path)),
  );
  const pending = new Map<string, { path: string; put: (items: SurfaceItem[]) => void }[]>();
  const surfaces = surfaceFiles.map((file): FileSurfaces => {
    const surface: FileSurfaces = {
      path: file.path,
      ...(file.previousPath !== undefined && { previousPath: file.previousPath }),
      before: [],
      after: [],
      source: { path: file.path, id: file.after ?? file.before ?? '' },
    };
    const request = (id: string | undefined, path: string, put: (items: SurfaceItem[]) => void) => {
      if (id !== undefined && id !== '') pending.set(id, [...(pending.get(id) ?? []), { path, put }]);
    };
    request(file.before, file.previousPath ?? file.path, (items) => {
      surface.before = items;
    });
    request(file.after, file.path, (items) => {
      surface.after = items;
    });
    return surface;
  });

  let done = 0;
  const readIds = new Set<string>();
  const total = pending.size;
  report({ step: 'reading', done, total });
  const readBlob = (id: string, bytes: Buffer) => {
    readIds.add(id);
    const isText = !bytes.subarray(0, 8_000).includes(0);
    const text = isText ? bytes.toString() : '';
    for (const { path, put } of pending.get(id) ?? []) put(isText ? readSurface(path, text) : []);
    if (++done % filesPerReport === 0) report({ step: 'reading', done, total });
  };
  // OpenAPI documents may be eight times as large: they grow with the API and describe it best.
  const isApiDocument = (id: string) => pending.get(id)?.some(({ path }) => isOpenApi(path)) === true;
  const ids = [...pending.keys()];
  await host.readBlobs(
    repo,
    ids.filter((id) => !isApiDocument(id)),
    fileBytesMax,
    signal,
    readBlob,
  );
  await host.readBlobs(repo, ids.filter(isApiDocument), fileBytesMax * openApiSizeFactor, signal, readBlob);
  report({ step: 'reading', done: total, total });
  // A file with an unread side is left out: all its items would look added or removed.
  const isFullyRead = ({ before, after }: FileChange) =>
    [before, after].every((id) => id === undefined || readIds.has(id));
  return {
    files: surfaces.filter((_, index) => isFullyRead(surfaceFiles[index] as FileChange)),
    unread: total - readIds.size,
  };
}

function analyzeCommits({ commits, files }: Comparison): AnalyzedCommit[] {
  const idOf = new Map(files.map(({ path, after, before }) => [path, after ?? before ?? '']));
  const analyzed = commits.map((commit): AnalyzedCommit => {
    const { sha, isMerge, author, message, paths } = commit;
    const existing = paths.filter((path) => idOf.get(path));
    return {
      ...parseCommitMessage(message),
      sha,
      isMerge,
      author,
      touchesProduct: touchesProduct(commit),
      sources: existing.slice(0, sourcesPerCommit).map((path) => ({ path, id: idOf.get(path) as string })),
    };
  });
  return withoutReverted(analyzed);
}

const touchesProduct = ({ paths }: Commit) =>
  paths.length === 0 || paths.some((path) => !isNonProductFile(path) && !isMaintenanceFile(path));

const isMaintenanceFile = (path: string) =>
  /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.vscode|\.idea|docs?|scripts|ci)\/|\.(?:md|mdx|lock)$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|\.[\w.-]+|LICENSE|CODEOWNERS|Makefile|Dockerfile|biome\.json|tsconfig[\w.]*\.json)$/.test(
    path,
  );

/** Leaves out commits that were reverted within the range, together with their reverts. */
function withoutReverted(commits: AnalyzedCommit[]): AnalyzedCommit[] {
  const reverted = new Set<AnalyzedCommit>();
  // Commits are sorted newest first, so a revert of a revert comes before the revert.
  for (const commit of commits) {
    if (reverted.has(commit)) continue;
    const targets = commit.reverts.flatMap((sha) =>
      commits.filter((other) => other.sha.startsWith(sha) && other !== commit),
    );
    if (targets.length === 0) continue;
    for (const target of targets) reverted.add(target);
    reverted.add(commit);
  }
  return commits.filter((commit) => !reverted.has(commit));
}
