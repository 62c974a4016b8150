import type { GenerateDocs } from '../../sdk/index.ts';

const audiences = ['both', 'developer', 'user'] as const;
const views = ['compare', 'file'] as const;
export type Audience = (typeof audiences)[number];

/**
 * The address holds what is drafted and which job drafts it, so that a reload, a bookmark and the back button find it
 * again.
 */
export interface DocsSearch {
  repo?: string;
  base?: string;
  head?: string;
  audience?: Audience;
  /** The number of a pull request to name in the pages. */
  pull?: number;
  /** A ticket to name in the pages; `ticket` is the one that is open over the screen. */
  about?: string;
  /** The job that drafts the pages. */
  job?: string;
  /** The job that opens the pull request. */
  publish?: string;
  /** The page that is shown. */
  page?: string;
  /** Beside the published page, or as a file; otherwise as it will be read. */
  view?: (typeof views)[number];
}

export function parseDocsSearch(search: Record<string, unknown>): DocsSearch {
  const parsed: DocsSearch = {};
  for (const name of ['repo', 'base', 'head', 'about', 'job', 'publish', 'page'] as const) {
    // The router reads `?head=2` as a number.
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name];
    if (typeof value === 'string' && value !== '') parsed[name] = value;
  }
  const audience = audiences.find((each) => each === search.audience);
  if (audience) parsed.audience = audience;
  const view = views.find((each) => each === search.view);
  if (view) parsed.view = view;
  const pull = Number(search.pull);
  if (Number.isInteger(pull) && pull > 0) parsed.pull = pull;
  return parsed;
}

/** The search part of the address for a request. */
export const toDocsSearch = ({
  repo,
  base,
  head,
  audience,
  prNumber,
  ticketId,
}: GenerateDocs): DocsSearch => ({
  repo,
  base,
  head,
  ...(audience && { audience }),
  ...(prNumber && { pull: prNumber }),
  ...(ticketId && { about: ticketId }),
});

/** The request that the address describes, or undefined if it is incomplete. */
export function toDocsRequest({
  repo,
  base,
  head,
  audience,
  pull,
  about,
}: DocsSearch): GenerateDocs | undefined {
  if (!repo || !base || !head) return undefined;
  return {
    repo,
    base,
    head,
    ...(audience && { audience }),
    ...(pull && { prNumber: pull }),
    ...(about && { ticketId: about }),
  };
}
