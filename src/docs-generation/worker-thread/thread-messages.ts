import type { HostAddress, RepositoryFacts, RepositoryName } from '../../code-hosts/index.ts';
import type { ChangeLimits } from '../analysis/analyze-change.ts';
import type { ModelAddress } from '../docs-settings.ts';
import type { Audience, TicketLink } from '../drafts/draft-context.ts';
import type { Progress } from './progress.ts';

/** What the thread is asked for. Everything in it can be sent to a thread. */
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
  /** Of the drafts before a model touched them: the same for the same change. */
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
  /** The commit that was looked at. */
  head: string;
  pages: PageCheck[];
}

export interface ThreadResults {
  generate: GeneratedDocs;
  check: CheckedDocs;
}

/** From the thread. */
export type ThreadMessage =
  | { progress: Progress }
  /** Tickets that commits speak of: the thread waits to be told which of them may be shown. */
  | { mentions: string[] }
  | { done: GeneratedDocs | CheckedDocs }
  | { refused: RefusalParts }
  | { failed: string };

/** To the thread. */
export type ThreadOrder = { task: ThreadTask } | { tickets: Record<string, TicketLink> } | { abort: string };

/** A Refusal loses its class on the way between threads. */
export interface RefusalParts {
  code: string;
  message: string;
  details?: Record<string, string[]> | undefined;
  retryAfterSeconds?: number | undefined;
}
