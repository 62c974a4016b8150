import { byCreation, defineInsert, type Insert, sql } from '../../platform/db/index.ts';
import type { LinkKind, LinkState } from './link-kinds.ts';

/** A commit, branch, pull request or issue on a code host. */
export interface LinkTarget {
  kind: LinkKind;
  provider: string;
  /** `owner/name` */
  repository: string;
  /** The hash of a commit, the name of a branch, the number of a pull request. */
  reference: string;
  title: string;
  url: string | null;
  state: LinkState | null;
  /** The author's name on the code host. */
  author: string | null;
  authorId: string | null;
}

export interface TicketLink extends LinkTarget {
  id: string;
  ticketId: string;
  /** 1 if its text says that it closes the ticket. */
  closes: number;
  createdAt: number;
  updatedAt: number;
}

export interface ListedLink extends TicketLink {
  authorName: string | null;
  authorEmail: string | null;
  authorImage: string | null;
}

type Place = Pick<TicketLink, 'ticketId' | 'kind' | 'provider' | 'repository' | 'reference'>;

const columns = `l.id, l.ticket_id as "ticketId", l.kind, l.provider, l.repository, l.reference, l.title, l.url, l.state,
  l.closes, l.author, l.author_id as "authorId", l.created_at as "createdAt", l.updated_at as "updatedAt"`;

export const findLink = sql.find<Place, TicketLink>(`
  select ${columns} from ticket_links l where l.ticket_id = :ticketId and l.kind = :kind and l.provider = :provider
    and l.repository = :repository and l.reference = :reference`);
export const listLinks = sql.page<{ ticketId: string }, ListedLink>({
  columns: `${columns}, u.name as "authorName", u.email as "authorEmail", u.image as "authorImage"`,
  from: 'ticket_links l',
  joins: 'left join users u on u.id = l.author_id',
  where: 'l.ticket_id = :ticketId',
  sort: byCreation('l.created_at', 'l.id', 'desc'),
});
export const listNewestLinks = sql.list<{ ticketId: string; limit: number }, TicketLink>(`
  select ${columns} from ticket_links l where l.ticket_id = :ticketId
  order by l.created_at desc, l.id desc limit :limit`);
export const insertLink = sql.run<TicketLink>(`
  insert into ticket_links (id, ticket_id, kind, provider, repository, reference, title, url, state, closes, author,
    author_id, created_at, updated_at)
  values (:id, :ticketId, :kind, :provider, :repository, :reference, :title, :url, :state, :closes, :author, :authorId,
    :createdAt, :updatedAt)`);
export const insertLinks: Insert<TicketLink> = defineInsert(
  'ticket_links',
  'id ticketId kind provider repository reference title url state closes author authorId createdAt updatedAt',
);
export const updateLink = sql.run<
  Pick<TicketLink, 'id' | 'title' | 'url' | 'state' | 'closes' | 'updatedAt'>
>(`
  update ticket_links set title = :title, url = :url, state = :state, closes = :closes, updated_at = :updatedAt
  where id = :id`);
/** The tickets with links of this kind and these references; `repository` is empty for all repositories. */
export const listLinkedByReference = sql.list<
  { kind: LinkKind; references: string[]; repository: string },
  Pick<TicketLink, 'ticketId' | 'reference'>
>(`
  select l.ticket_id as "ticketId", l.reference from ticket_links l
  where l.reference in :references[] and l.kind = :kind
    and (:repository = '' or lower(l.repository) = lower(:repository))
  order by l.created_at, l.id limit 1000`);
/** The merged pull requests of a repository with these numbers, of tickets of the project. */
export const listTicketsOfMerges = sql.listValues<
  { projectId: string; repository: string; numbers: string[] },
  { ticketId: string }
>(`
  select distinct l.ticket_id as "ticketId" from ticket_links l
  join tickets t on t.id = l.ticket_id and t.project_id = :projectId
  where l.reference in :numbers[] and l.kind = 'pull_request' and l.state = 'merged' and lower(l.repository) = :repository`);
/** The tickets of the project whose pull requests became one of these commits. */
export const listTicketsOfMergeCommits = sql.listValues<
  { projectId: string; repository: string; shas: string[] },
  { ticketId: string }
>(`
  select distinct l.ticket_id as "ticketId" from ticket_links l
  join tickets t on t.id = l.ticket_id and t.project_id = :projectId
  where l.merge_sha in :shas[] and l.state = 'merged' and lower(l.repository) = :repository`);
export const setMergeCommit = sql.run<
  Pick<TicketLink, 'provider' | 'repository' | 'reference'> & { sha: string }
>(`
  update ticket_links set merge_sha = :sha where reference = :reference and kind = 'pull_request'
    and provider = :provider and repository = :repository`);
/** Whether a commit of the ticket was pushed to the repository after this time. */
export const hasCommitSince = sql.exists<
  { ticketId: string; repository: string; at: number },
  { found: number }
>(`
  select 1 as found from ticket_links where ticket_id = :ticketId and kind = 'commit' and created_at > :at
    and lower(repository) = :repository limit 1`);
/** The accounts of those who made the commits and pull requests of a ticket. */
export const listLinkAuthors = sql.listValues<{ ticketId: string }, { id: string }>(`
  select distinct author_id as id from ticket_links
  where ticket_id = :ticketId and author_id is not null and kind in ('commit', 'pull_request')`);
/** Lists the ids of the tickets that are linked to the target. */
export const listLinkedTickets = sql.listValues<Omit<Place, 'ticketId'>, { ticketId: string }>(`
  select ticket_id as "ticketId" from ticket_links where provider = :provider and repository = :repository
    and kind = :kind and reference = :reference`);
