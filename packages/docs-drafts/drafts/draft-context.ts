import type { ChangeAnalysis } from '../analysis/analyze-change.ts';

export const audiences = ['developer', 'user', 'both'] as const;
export type Audience = (typeof audiences)[number];

/** The input of the drafts. The same context always gives the same bytes. */
export interface DraftContext {
  repo: string;
  base: { ref: string; sha: string };
  head: { ref: string; sha: string; committedAt: string };
  change: ChangeAnalysis;
  /** Has title and link if the caller may see the ticket; otherwise only the text that they sent. */
  ticket: TicketLink | undefined;
  pull: { number: number; title: string | undefined; url: string | undefined } | undefined;
  /** Tickets that the commits mention and the caller may see, by key. */
  tickets: Record<string, TicketLink>;
  /** URL patterns with the placeholder. */
  links: { issue: string | undefined; pull: string | undefined; commit: string | undefined };
}

export interface TicketLink {
  key: string;
  title: string | undefined;
  url: string | undefined;
  /** The name of its milestone, under which the changelog lists its entries; absent: under their kind. */
  milestone?: string | undefined;
}

/** Stands for the number or id in a URL pattern. */
export const placeholder = '{}';

export const fillLink = (pattern: string | undefined, value: string | number) =>
  pattern?.replace(placeholder, String(value));

/** The maximum length of a list; a last item has the number of the others. */
export const listedMax = 200;
