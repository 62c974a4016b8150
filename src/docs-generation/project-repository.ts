import { formatRepositoryName, type MergeRequest, type MergeTrial, type Tag } from '../code-hosts/index.ts';
import type { PredictedFile } from '../file-prediction/index.ts';
import type { Database } from '../platform/db/index.ts';
import { listRepositoryProjects } from '../projects/index.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { PredictionRequest } from './drafting-process/predict-files.ts';
import type { HostCall } from './drafting-process/process-messages.ts';
import type { DefaultPush } from './drafting-process/read-default-push.ts';
import type { RootFile } from './drafting-process/read-file.ts';
import type { ReadRelease } from './drafting-process/read-release.ts';
import type { OpenedPull } from './publish/open-pull-request.ts';
import { findLinkedHost, parseRepository } from './repository-access.ts';

// Nobody waits longer than this for a code host; what a loop reads is read again later.
const timeoutMs = 30_000;
const waitMs = 10_000;

/** What a project does with a repository that it links, with the access of the project or of the instance. */
export interface ProjectRepository {
  /** `owner/name` */
  name: string;
  kind: string;
  /** Reads a file at the root of the default branch, unless its newest commit is the known one. */
  readRootFile(path: string, bytesMax: number, known: string | null): Promise<RootFile>;
  /** The files that each of the texts will probably touch, the most probable first. */
  predictFiles(request: PredictionRequest): Promise<PredictedFile[][]>;
  /** Merges branches without changing any. Null if Docket would have to clone the repository for it. */
  tryMerges(request: MergeRequest): Promise<MergeTrial | null>;
  listTags(): Promise<Tag[]>;
  /** What became of the default branch since the known commit. */
  readDefaultPush(known: string | null): Promise<DefaultPush>;
  /** The files of the default branch that it has, by path. */
  readPages(paths: string[]): Promise<[path: string, content: string][]>;
  /** Null if the repository has no such tag. */
  readRelease(tag: string): Promise<ReadRelease | null>;
  /** Null if the code host has no pull requests. */
  openPullRequest(draft: { title: string; body: string; branch: string }): Promise<OpenedPull | null>;
}

/** Opens a repository for Docket itself. The caller has checked that the actor may do this in the project. */
export async function openProjectRepository(
  db: Database,
  context: DocsGenerationContext,
  projectId: string,
  name: string,
): Promise<ProjectRepository> {
  const requested = parseRepository(name);
  const links = (await listRepositoryProjects(db.reads, formatRepositoryName(requested), null)).filter(
    ({ id }) => id === projectId,
  );
  const { host, repo } = await findLinkedHost({ db }, context, requested, links);
  const call = (request: HostCall) =>
    context.processes.run(
      { kind: 'call', host, repo, call: request },
      { timeoutMs, waitMs, report: () => {}, findTickets: async () => ({}) },
    );
  return {
    name: formatRepositoryName(repo),
    kind: host.kind,
    readRootFile: async (path, bytesMax, known) =>
      (await call({ name: 'readRootFile', path, bytesMax, known })) as RootFile,
    predictFiles: async (request) => (await call({ name: 'predictFiles', ...request })) as PredictedFile[][],
    tryMerges: async (request) => (await call({ name: 'tryMerges', ...request })) as MergeTrial | null,
    readPages: async (paths) => (await call({ name: 'readPages', paths })) as [string, string][],
    listTags: async () => (await call({ name: 'listTags' })) as Tag[],
    readDefaultPush: async (known) => (await call({ name: 'readDefaultPush', known })) as DefaultPush,
    readRelease: async (tag) => (await call({ name: 'readRelease', tag })) as ReadRelease | null,
    openPullRequest: async (draft) => (await call({ name: 'openPullRequest', draft })) as OpenedPull | null,
  };
}
