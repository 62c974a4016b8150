import type { Tx } from '../platform/db/index.ts';
import { listRepositoryProjects, type RepositoryProject } from '../projects/index.ts';
import { type CodeActor, type CodeThing, ticketKey } from '../tickets/index.ts';
import { type CodeAuthor, type KnownPerson, matchAuthors } from '../users/index.ts';
import type { Author, CodeEvent, CodeReading, Provider } from './code-event.ts';
import type { Effect } from './delivery.ts';
import { lineOf } from './payload.ts';

/** Everything that is needed while the events of one delivery take effect. */
export interface ReadingScope {
  tx: Tx;
  now: number;
  tasksPerHourMax: number;
  provider: Provider;
  /** `owner/name`; empty where the delivery is of none. */
  repository: string;
  event: string;
  action: string | undefined;
  deliveryId: string;
  sender: Author;
  /** Those that link the repository: nothing else of Docket is touched. */
  projects: RepositoryProject[];
  /** Only these projects, where an admin of theirs has it replayed: nothing of the instance or of others. */
  isPartial: boolean;
  personOf: (author: CodeAuthor) => KnownPerson | undefined;
  effects: Effect[];
}

export async function openReadingScope(
  given: Omit<ReadingScope, 'repository' | 'sender' | 'projects' | 'isPartial' | 'personOf' | 'effects'>,
  { repository, sender, events }: CodeReading,
  onlyProjects: readonly string[] | undefined,
): Promise<ReadingScope> {
  const projects = repository ? await listRepositoryProjects(given.tx, repository, null) : [];
  return {
    ...given,
    repository: repository ?? '',
    sender,
    projects: onlyProjects ? projects.filter(({ id }) => onlyProjects.includes(id)) : projects,
    isPartial: onlyProjects !== undefined,
    // Most of what a host tells concerns nobody here, and then nobody is looked for.
    personOf: await matchAuthors(given.tx, events.length === 0 ? [] : [sender, ...events.flatMap(authorsOf)]),
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

/** Who is told to have done it: the person of Docket, or the name on the code host. */
export function actorOf({ personOf, provider }: ReadingScope, author: Author): CodeActor {
  const person = personOf(author);
  return {
    userId: person?.id ?? null,
    name: person?.name ?? nameOf(author) ?? provider,
    provider,
  };
}

export const nameOf = ({ login, name }: Author) => {
  const line = lineOf(login ?? name ?? '', 100);
  return line === '' ? undefined : line;
};

/** Who made it, as a link of a ticket remembers it. */
export const authorFields = (
  scope: ReadingScope,
  author: Author,
): Pick<CodeThing, 'author' | 'authorId'> => ({
  author: nameOf(author) ?? null,
  authorId: scope.personOf(author)?.id ?? null,
});

export const keyOfTicket = (ticket: { projectKey: string | null; number: number | null }) =>
  ticketKey(ticket.projectKey, ticket.number) ?? '';
