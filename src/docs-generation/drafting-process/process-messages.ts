import type {
  Audience,
  ChangeLimits,
  EntryPage,
  FalseSentence,
  Progress,
  ReleaseVerdict,
  TicketLink,
  VerdictRequest,
} from '../../../packages/docs-drafts/index.ts';
import type {
  HostAddress,
  MergeRequest,
  MergeTrial,
  NewPullRequest,
  RefNames,
  RepositoryFacts,
  RepositoryName,
  Revision,
  Tag,
  WorkflowRun,
  WorkflowStart,
} from '../../code-hosts/index.ts';
import type { PredictedFile } from '../../file-prediction/index.ts';
import type { GenerateDocs } from '../docs-schemas.ts';
import type { ModelAddress } from '../docs-settings.ts';
import type { BranchPage, LearnedEdit } from '../publish/branch-pages.ts';
import type { OpenedPull } from '../publish/open-pull-request.ts';
import type { Published } from '../publish/published.ts';
import type { ReportState } from '../reports/report-state.ts';
import type { PredictionRequest } from './predict-files.ts';
import type { DefaultPush } from './read-default-push.ts';
import type { RootFile } from './read-file.ts';
import type { ReadRelease } from './read-release.ts';

/** A task for the child process. All its values are JSON. */
export type DocsTask = GenerateTask | CheckTask | PublishTask | CallTask | ReportTask;

export interface GenerateTask {
  kind: 'generate';
  host: HostAddress;
  repo: RepositoryName;
  base: string;
  head: string;
  audience: Audience;
  ticket: TicketLink | undefined;
  pullNumber: number | undefined;
  limits: ChangeLimits;
  breakBeforeOne: VerdictRequest['breakBeforeOne'];
  model: ModelAddress | undefined;
  /** The limit of the whole task. */
  timeoutMs: number;
  /** Nobody reads which sentences are false, and the search may read every page of the repository. */
  skipsSentences?: true;
}

export interface CheckTask {
  kind: 'check';
  host: HostAddress;
  repo: RepositoryName;
  paths: string[] | undefined;
  limits: ChangeLimits;
}

/** Commits the drafts to a branch and opens or updates the pull request. */
export interface PublishTask {
  kind: 'publish';
  host: HostAddress;
  repo: RepositoryName;
  request: GenerateDocs;
  made: GeneratedDocs;
  /** What Docket had drafted for the branch before. */
  written: EntryPage[];
}

/** Tells the code host about a pull request, a tag or the default branch. */
export interface ReportTask
  extends Pick<GenerateTask, 'host' | 'repo' | 'limits' | 'breakBeforeOne' | 'model' | 'timeoutMs'> {
  kind: 'report';
  /** The number of the pull request, or the name of the tag or branch. */
  subject: { kind: 'pull_request' | 'tag' | 'branch'; name: string };
  /** Finds the comment again. */
  mark: string;
  /** What was told last. */
  state: ReportState | null;
  /** The release notes of the tag with the decisions of people; without them, the notes are only drafted. */
  notes?: string;
}

export interface ReportOutcome {
  /** What was told, also what is told once the drafts are published. */
  state: ReportState | null;
  /** Of the default branch, to be published. */
  drafts?: { request: GenerateDocs; made: GeneratedDocs };
  /** Of a tag, to be written into its release. */
  notes?: EntryPage;
}

/** One request to the code host. */
export interface CallTask {
  kind: 'call';
  host: HostAddress;
  repo: RepositoryName;
  call: HostCall;
}

export type HostCall =
  | { name: 'resolve'; ref: string }
  | { name: 'listRefs'; search: string }
  | { name: 'findRun' | 'startWorkflow'; start: WorkflowStart }
  | { name: 'readRootFile'; path: string; bytesMax: number; known: string | null }
  | { name: 'listTags' }
  | { name: 'readDefaultPush'; known: string | null }
  | { name: 'readPages'; paths: string[] }
  | { name: 'readBranchEdits'; pages: BranchPage[] }
  | { name: 'readRelease'; tag: string }
  | ({ name: 'predictFiles' } & PredictionRequest)
  | ({ name: 'tryMerges' } & MergeRequest)
  | { name: 'openPullRequest'; draft: Omit<NewPullRequest, 'target'> };

export interface GeneratedDocs {
  summary: string;
  docs: EntryPage[];
  verdict: ReleaseVerdict;
  falseNow: FalseSentence[];
  mayBeFalse: FalseSentence[];
  /** SHA-256 of the drafts before rewording, so that the same change has the same digest. */
  digest: string;
  isEmpty: boolean;
  head: { sha: string; committedAt: string };
  facts: RepositoryFacts;
}

export interface PageCheck {
  path: string;
  stale: boolean;
  reasons: { source: string; reason: 'changed' | 'removed' }[];
}

export interface CheckedDocs {
  /** The commit that was checked. */
  head: string;
  pages: PageCheck[];
}

export interface TaskResults {
  generate: GeneratedDocs;
  check: CheckedDocs;
  publish: Published;
  report: ReportOutcome;
  call:
    | Revision
    | RefNames
    | WorkflowRun
    | RootFile
    | OpenedPull
    | PredictedFile[][]
    | Tag[]
    | DefaultPush
    | ReadRelease
    | MergeTrial
    | LearnedEdit[]
    | [path: string, content: string][]
    | null
    | undefined;
}

/** From the process to the pool. */
export type ProcessMessage =
  | { progress: Progress }
  /** Keys that the commits mention. The process waits for the tickets among them that the caller may see. */
  | { ticketKeys: string[] }
  /** Null where the task found nothing: messages are JSON, which drops undefined. */
  | { done: NonNullable<TaskResults[DocsTask['kind']]> | null }
  | { refused: RefusalParts }
  | { failed: string };

/** From the pool to the process. */
export type ProcessCommand = { task: DocsTask } | { tickets: Record<string, TicketLink> } | { abort: string };

/** The fields of a `Refusal`: a message does not keep its class. */
export interface RefusalParts {
  code: string;
  message: string;
  details?: Record<string, string[]> | undefined;
  retryAfterSeconds?: number | undefined;
}
