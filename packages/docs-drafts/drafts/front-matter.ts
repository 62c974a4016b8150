import type { DraftContext } from './draft-context.ts';

/** Pages of one change differ only in title and description. */
export function frontMatterOf(context: DraftContext, title: string, description: string) {
  const { repo, base, head, ticket, pull } = context;
  return {
    title,
    description,
    date: head.committedAt.slice(0, 10),
    ticket: ticket?.key,
    ticketTitle: ticket?.title,
    ticketUrl: ticket?.url,
    pullRequest: pull?.number,
    pullRequestUrl: pull?.url,
    repo,
    base: base.ref,
    head: head.ref,
    baseCommit: base.sha,
    headCommit: head.sha,
    generator: 'docket',
  };
}

/** `Add dark mode (#42)`, or `acme/site from v1.0.0 to v1.1.0`. */
export function draftTitle({ repo, base, head, pull }: DraftContext): string {
  if (!pull) return `${repo} from ${shortRef(base.ref)} to ${shortRef(head.ref)}`;
  return pull.title === undefined
    ? `Pull request #${pull.number} of ${repo}`
    : `${pull.title} (#${pull.number})`;
}

export const shortRef = (ref: string) => (/^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 12) : ref);
