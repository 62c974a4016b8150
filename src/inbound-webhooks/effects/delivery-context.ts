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
  sender: Author;
  /** The projects whose link to the repository is trusted. A delivery changes only these. */
  projects: RepositoryProject[];
  /** True for a replay by a project administrator: it affects only the projects they administer, not the instance. */
  isPartial: boolean;
  findPerson: (author: CodeAuthor) => MatchedUser | undefined;
  effects: Effect[];
}

export async function openDeliveryContext(
  fields: Pick<
    DeliveryContext,
    'tx' | 'now' | 'tasksPerHourMax' | 'trust' | 'provider' | 'event' | 'action' | 'deliveryId'
  >,
  { repository, sender, events }: ParsedDelivery,
  onlyProjects: readonly string[] | undefined,
): Promise<DeliveryContext> {
  const linking = repository ? await listRepositoryProjects(fields.tx, repository, null) : [];
  const projects = linking.filter((link) => findTrust(fields.trust, link, fields.provider) !== undefined);
  return {
    ...fields,
    repository: repository ?? '',
    sender,
    projects: onlyProjects ? projects.filter(({ id }) => onlyProjects.includes(id)) : projects,
    isPartial: onlyProjects !== undefined,
    // Most deliveries have no events; those skip the look-up of users.
    findPerson: await matchAuthors(
      fields.tx,
      events.length === 0 ? [] : [sender, ...events.flatMap(authorsOf)],
    ),
    effects: [],
  };
}

function authorsOf(event: CodeEvent): Author[] {
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
