import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { type DraftContext, fillLink } from './draft-context.ts';
import type { Inline } from './mdx.ts';

const referencesMax = 6;

/** ` (ABC-12, #7, pull request #9, 1a2b3c4)`, each linked if the host has a page for it. */
export function referencesOf(commit: AnalyzedCommit, context: DraftContext): Inline[] {
  const { tickets, links } = context;
  const parts: Inline[] = [
    ...commit.ticketKeys.flatMap((key): Inline[] => {
      const ticket = tickets[key];
      return ticket ? [linkTo(ticket.url, key)] : [];
    }),
    ...commit.issues.map((number) => linkTo(fillLink(links.issue, number), `#${number}`)),
    ...commit.pulls.map((number) => linkTo(fillLink(links.pull, number), `pull request #${number}`)),
  ].slice(0, referencesMax);
  parts.push(linkTo(fillLink(links.commit, commit.sha), commit.sha.slice(0, 7)));
  return [' (', ...parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part])), ')'];
}

/** ` (#7, #9)`; a changelog does not say which of them are issues, and hosts redirect from one page to the other. */
export function referencesTo(numbers: readonly number[], { links }: DraftContext): Inline[] {
  const parts = numbers
    .slice(0, referencesMax)
    .map((number) => linkTo(fillLink(links.issue, number), `#${number}`));
  return parts.length === 0
    ? []
    : [' (', ...parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part])), ')'];
}

export const linkTo = (url: string | undefined, text: string): Inline =>
  url ? { link: url, of: text } : text;
