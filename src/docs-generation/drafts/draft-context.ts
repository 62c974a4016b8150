import type { ChangeAnalysis } from '../analysis/analyze-change.ts';

export const audiences = ['developer', 'user', 'both'] as const;
export type Audience = (typeof audiences)[number];

/** What a draft is made from. The same context always makes the same bytes. */
export interface DraftContext {
  repo: string;
  base: { ref: string; sha: string };
  head: { ref: string; sha: string; committedAt: string };
  change: ChangeAnalysis;
  /** As the caller named it, and as Docket knows it where it does. */
  ticket: TicketLink | undefined;
  pull: { number: number; title: string | undefined; url: string | undefined } | undefined;
  /** Tickets that commits speak of and the caller may see. */
  tickets: Record<string, TicketLink>;
  /** Addresses of issues, pull requests and commits. */
  links: { issue: string | undefined; pull: string | undefined; commit: string | undefined };
}

export interface TicketLink {
  key: string;
  title: string | undefined;
  url: string | undefined;
}

/** Where in an address the number or id goes. */
export const placeholder = '{}';

export const fillLink = (pattern: string | undefined, value: string | number) =>
  pattern?.replace(placeholder, String(value));

/** At most so many of a kind are listed; the rest is counted. */
export const listedMax = 200;
