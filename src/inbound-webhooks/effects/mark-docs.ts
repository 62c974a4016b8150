import { finalVersionOfTag } from '../../../packages/docs-drafts/index.ts';
import { type DocsSubject, markDocsDue } from '../../projects/index.ts';
import type { Provider, PullRequest } from '../code-event.ts';
import { type DeliveryContext, isDefaultBranch } from './delivery-context.ts';

/** Forgejo has the API of Gitea; Docket writes nothing to Bitbucket. */
const hostKinds: Partial<Record<Provider, DocsSubject['hostKind']>> = {
  github: 'github',
  gitlab: 'gitlab',
  gitea: 'gitea',
  forgejo: 'gitea',
};

/** The verdict of an open pull request is published soon. What the delivery says of it is not trusted: the host is asked. */
export async function markPullRequestDocs(context: DeliveryContext, pull: PullRequest): Promise<void> {
  if (pull.state === 'open')
    await mark(context, { kind: 'pull_request', subject: String(pull.number) }, `#${pull.number}`);
}

/** The notes of a final version are written soon. */
export async function markTagDocs(context: DeliveryContext, tag: string): Promise<void> {
  if (finalVersionOfTag(tag) !== undefined) await mark(context, { kind: 'tag', subject: tag }, tag);
}

/** The drafts of the default branch are published soon. */
export async function markBranchDocs(context: DeliveryContext, branch: string | undefined): Promise<void> {
  if (branch !== undefined && isDefaultBranch(context, branch))
    await mark(context, { kind: 'branch', subject: branch }, branch);
}

async function mark(
  { tx, now, provider, repository, projects, effects }: DeliveryContext,
  subject: Pick<DocsSubject, 'kind' | 'subject'>,
  what: string,
): Promise<void> {
  const hostKind = hostKinds[provider];
  if (hostKind === undefined || projects.length === 0) return;
  const projectIds = projects.map(({ id }) => id);
  for (const projectId of await markDocsDue(tx, { ...subject, hostKind, repository, projectIds, now }))
    effects.push({ type: 'docs', projectId, what });
}
