import { analyzeChange, type ChangeAnalysis, type ChangeLimits } from './analysis/analyze-change.ts';
import { extractTicketKeys } from './analysis/commit-message.ts';
import { type DraftContext, fillLink, type TicketLink } from './drafts/draft-context.ts';
import type { Progress } from './progress.ts';
import type { SourceRepository } from './source-repository.ts';

const ticketKeysMax = 500;

export interface DraftRequest {
  base: string;
  head: string;
  limits: ChangeLimits;
  ticket: TicketLink | undefined;
  pullNumber: number | undefined;
}

/** Compares two refs and gathers what the drafts need. */
export async function readDraftContext(
  repository: SourceRepository,
  { base: baseRef, head: headRef, limits, ticket, pullNumber }: DraftRequest,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<DraftContext> {
  const { name: repo, links } = repository;
  const [base, head] = await Promise.all([repository.resolve(baseRef), repository.resolve(headRef)]);
  const range = { base, head, refs: { base: baseRef, head: headRef } };
  const change = await analyzeChange(repository, range, limits, report);
  const found = pullNumber === undefined ? undefined : await repository.findPull?.(pullNumber);
  report({ step: 'drafting', done: 0, total: 0 });
  return {
    ...{ repo, change, ticket, links },
    // The merge base: commits added to the base branch since then do not change the drafts.
    base: { ref: baseRef, sha: change.mergeBase ?? base.sha },
    head: { ref: headRef, ...head },
    pull:
      pullNumber === undefined
        ? undefined
        : { number: pullNumber, title: found?.title, url: fillLink(links.pull, pullNumber) },
    tickets: await findTickets(findTicketKeys(change, found && `${found.title}\n${found.body}`)),
  };
}

function findTicketKeys({ commits }: ChangeAnalysis, pullText: string | undefined): string[] {
  const keys = new Set([
    ...commits.flatMap(({ ticketKeys }) => ticketKeys),
    ...extractTicketKeys(pullText ?? ''),
  ]);
  return [...keys].slice(0, ticketKeysMax);
}
