import type { HostAddress, RepositoryFacts, RepositoryName } from '../../code-hosts/index.ts';
import type { ChangeLimits } from '../analysis/analyze-change.ts';
import type { ModelAddress } from '../docs-settings.ts';
import type { Audience, TicketLink } from '../drafts/draft-context.ts';
import type { Progress } from './progress.ts';

/** A task for the worker thread. All its values can be cloned into a message. */
export type ThreadTask = GenerateTask | CheckTask;

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
  model: ModelAddress | undefined;
}

export interface CheckTask {
  kind: 'check';
  host: HostAddress;
  repo: RepositoryName;
  paths: string[] | undefined;
  limits: ChangeLimits;
}

export interface Doc {
  path: string;
  content: string;
}

export interface GeneratedDocs {
  summary: string;
  docs: Doc[];
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

export interface ThreadResults {
  generate: GeneratedDocs;
  check: CheckedDocs;
}

/** From the thread to the pool. */
export type ThreadMessage =
  | { progress: Progress }
  /** Keys that the commits mention. The thread waits for the tickets among them that the caller may see. */
  | { ticketKeys: string[] }
  | { done: GeneratedDocs | CheckedDocs }
  | { refused: RefusalParts }
  | { failed: string };

/** From the pool to the thread. */
export type ThreadCommand =
  | { task: ThreadTask }
  | { tickets: Record<string, TicketLink> }
  | { abort: string };

/** The fields of a `Refusal`: structured cloning does not keep its class. */
export interface RefusalParts {
  code: string;
  message: string;
  details?: Record<string, string[]> | undefined;
  retryAfterSeconds?: number | undefined;
}
