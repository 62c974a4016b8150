import type { Tx } from '../../platform/db/index.ts';
import {
  findTrust,
  listRepositoryProjects,
  type RepositoryProject,
  type RepositoryTrust,
} from '../../projects/index.ts';
import { type codeLinks, ticketKey } from '../../tickets/index.ts';
import { type CodeAuthor, type MatchedUser, matchAuthors } from '../../users/index.ts';
import type { Author, CodeEvent, ParsedDelivery, Provider } from '../code-event.ts';
import type { Effect } from '../delivery-log/delivery.ts';
import { toSingleLine } from '../payload.ts';
import { listProjectsWithSecret } from '../settings/inbound-secret-store.ts';

/** What the effects of one delivery share. */
export interface DeliveryContext {
  tx: Tx;
  now: number;
  tasksPerHourMax: number;
  trust: RepositoryTrust;
  provider: Provider;
  /** `owner/name`; empty if the delivery names no repository. */
  repository: string;
  event: string;
  action: string | undefined;
  deliveryId: string;
  /** Undefined if the delivery does not name it. */
  defaultBranch: string | undefined;
  sender: Author;
  /**
   * The project whose secret signed the delivery. Its admins choose what the delivery says, so it can affect only
   * that project.
   */
  signedByProject: string | null;
  /** Whether any project links the repository, trusted or not. */
  isLinked: boolean;
  /** The projects whose link to the repository is trusted, or the one that signed it. A delivery changes only these. */
  projects: RepositoryProject[];
  /**
   * True for a delivery with a project's secret, and for a replay by a project administrator: it affects only that project
   * or the projects they administer, not the instance.
   */
  isPartial: boolean;
  findPerson: (author: CodeAuthor) => MatchedUser | undefined;
  effects: Effect[];
}

export async function openDeliveryContext(
  fields: Pick<
    DeliveryContext,
    | 'tx'
    | 'now'
    | 'tasksPerHourMax'
    | 'trust'
    | 'provider'
    | 'event'
    | 'action'
    | 'deliveryId'
    | 'signedByProject'
  >,
  { repository, defaultBranch, sender, events }: ParsedDelivery,
  onlyProjects: readonly string[] | undefined,
): Promise<DeliveryContext> {
  const linking = repository ? await listRepositoryProjects(fields.tx, repository, null) : [];
  const { signedByProject } = fields;
  return {
    ...fields,
    repository: repository ?? '',
    defaultBranch,
    sender,
    isLinked: linking.length > 0,
    projects: await reachedProjects(fields, linking, onlyProjects),
    isPartial: onlyProjects !== undefined || signedByProject !== null,
    // Deliveries without events, which are most, skip the look-up of users. So does a delivery that a project signed:
    // a project cannot vouch for who its people are, so nothing is done or counted in the name of a user.
    findPerson: await matchAuthors(
      fields.tx,
      events.length === 0 || signedByProject !== null ? [] : [sender, ...events.flatMap(listAuthors)],
    ),
    effects: [],
  };
}

async function reachedProjects(
  {
    tx,
    trust,
    provider,
    signedByProject,
  }: Pick<DeliveryContext, 'tx' | 'trust' | 'provider' | 'signedByProject'>,
  linking: RepositoryProject[],
  onlyProjects: readonly string[] | undefined,
): Promise<RepositoryProject[]> {
  const isIncluded = ({ id }: RepositoryProject) => onlyProjects?.includes(id) ?? true;
  // A project's own secret needs no approval of its link.
  if (signedByProject !== null)
    return linking.filter((link) => link.id === signedByProject && isIncluded(link));
  const trusted = linking.filter(
    (link) => findTrust(trust, link, provider) !== undefined && isIncluded(link),
  );
  if (onlyProjects) return trusted;
  // A project with a secret of its own ignores what the instance's secret signed, so that it gets an event only once
  // where both have a hook.
  const projectIds = trusted.map(({ id }) => id);
  const separate = await listProjectsWithSecret(tx, provider, projectIds);
  return trusted.filter(({ id }) => !separate.includes(id));
}

/** Bitbucket does not always name the default branch. */
export const isDefaultBranch = ({ defaultBranch }: DeliveryContext, branch: string) =>
  defaultBranch === undefined ? ['main', 'master'].includes(branch) : branch === defaultBranch;

function listAuthors(event: CodeEvent): Author[] {
  switch (event.kind) {
    case 'issue_opened':
      return [event.issue.author];
    case 'pull_request':
      return [event.pullRequest.author];
    case 'review':
      return [event.author];
    case 'push':
      return event.commits.map(({ author }) => author);
    default:
      return [];
  }
}

/**
 * The scope in which pull requests are stored: what a project's secret signed is found only by deliveries of that
 * project.
 */
export const pullRequestScope = ({ repository, signedByProject }: DeliveryContext) =>
  signedByProject === null ? repository : `${signedByProject} ${repository}`;

/** The actor shown in the history: the matching user, or the author's name on the code host. */
export function toCodeActor({ findPerson, provider }: DeliveryContext, author: Author): codeLinks.CodeActor {
  const person = findPerson(author);
  return { userId: person?.id ?? null, name: person?.name ?? authorName(author) ?? provider, provider };
}

export const authorName = ({ login, name }: Author) => {
  const line = toSingleLine(login ?? name ?? '', 100);
  return line === '' ? undefined : line;
};

interface LinkFields extends Pick<codeLinks.LinkTarget, 'kind' | 'reference' | 'state' | 'title'> {
  url?: string | undefined;
  author: Author;
}

/** The link of a ticket to a commit, branch, issue or pull request of the delivery's repository. */
export const toLink = (
  { provider, repository, findPerson }: DeliveryContext,
  { kind, reference, title, url, state, author }: LinkFields,
): codeLinks.LinkTarget => ({
  ...{ kind, provider, reference, state },
  repository: repository.slice(0, 200),
  title: toSingleLine(title, 500),
  url: url ?? null,
  author: authorName(author) ?? null,
  authorId: findPerson(author)?.id ?? null,
});

export const formatTicketKey = (ticket: { projectKey: string | null; number: number | null }) =>
  ticketKey(ticket.projectKey, ticket.number) ?? '';
