import { createApiKey } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Database, statement } from '../../src/platform/db/index.ts';
import { readSeeded } from '../seeded.ts';

/** What `docket seed` made, for the other products: their ids are positions in these lists, from 1. */
export interface SharedData {
  people: { name: string; email: string }[];
  projects: { key: string; name: string; members: number[] }[];
  tickets: SharedTicket[];
  /** Who asks: a member of `projectKeys`. */
  reader: number;
  projectKeys: string[];
  /** Positions of tickets that the reader may read. */
  readable: number[];
  /** Words of titles, each of which the reader finds. */
  words: string[];
}

export interface SharedTicket {
  title: string;
  description: string;
  type: string;
  status: string;
  priority: string;
  project: number;
  reporter: number;
  assignee: number | null;
  createdAt: number;
  updatedAt: number;
  comments: { author: number; content: string; createdAt: number }[];
}

type TicketRow = Omit<SharedTicket, 'project' | 'reporter' | 'assignee' | 'comments'> & {
  id: string;
  projectId: string;
  reporterId: string;
  assigneeId: string | null;
};

const allPeople = statement<object, { id: string; name: string; email: string }>(
  'select id, name, email from users order by id',
);
const allProjects = statement<object, { id: string; key: string; name: string }>(
  'select id, key, name from projects order by id',
);
const allMembers = statement<object, { projectId: string; userId: string }>(
  `select project_id as "projectId", user_id as "userId" from project_members where role <> 'viewer'`,
);
const allTickets = statement<object, TicketRow>(`
  select id, title, description, type, status, priority, project_id as "projectId", reporter_id as "reporterId",
    assignee_id as "assigneeId", created_at as "createdAt", updated_at as "updatedAt"
  from tickets where deleted_at is null and project_id is not null order by created_at, id`);
const allComments = statement<
  object,
  { ticketId: string; authorId: string; content: string; createdAt: number }
>(`
  select ticket_id as "ticketId", author_id as "authorId", content, created_at as "createdAt"
  from comments order by created_at, id`);
const wordsMax = 200;

/** Docket's own names of the same rows. */
export interface DocketNames {
  apiKey: string;
  ticketIds: string[];
  projects: { id: string; key: string }[];
}

export async function readSharedData(db: Database): Promise<{ data: SharedData; docket: DocketNames }> {
  const { scope, projects: ownProjects, ticketIds } = await readSeeded(db);
  const people = await db.reads.list(allPeople, {});
  const projects = await db.reads.list(allProjects, {});
  const members = await db.reads.list(allMembers, {});
  const tickets = await db.reads.list(allTickets, {});
  const comments = Map.groupBy(await db.reads.list(allComments, {}), ({ ticketId }) => ticketId);
  const person = new Map(people.map(({ id }, index) => [id, index + 1]));
  const project = new Map(projects.map(({ id }, index) => [id, index + 1]));
  const { key: apiKey } = await db.transaction((tx) =>
    createApiKey(tx, { clock: systemClock }, scope.actor.userId, { name: 'bench' }),
  );
  const ownIds = new Set(ownProjects.map(({ id }) => id));
  const titles = tickets.filter(({ projectId }) => ownIds.has(projectId)).map(({ title }) => title);
  const words = new Set(titles.flatMap((title) => title.toLowerCase().match(/[a-z]{5,}/g) ?? []));
  const data = {
    people: people.map(({ name, email }) => ({ name, email })),
    projects: projects.map(({ id, key, name }) => ({
      key,
      name,
      members: members.filter(({ projectId }) => projectId === id).map(({ userId }) => at(person, userId)),
    })),
    tickets: tickets.map(({ id, projectId, reporterId, assigneeId, ...ticket }) => ({
      ...ticket,
      description: ticket.description ?? '',
      project: at(project, projectId),
      reporter: at(person, reporterId),
      assignee: assigneeId === null ? null : at(person, assigneeId),
      comments: (comments.get(id) ?? []).map(({ authorId, content, createdAt }) => ({
        author: at(person, authorId),
        content,
        createdAt,
      })),
    })),
    reader: at(person, scope.actor.userId),
    projectKeys: ownProjects.map(({ key }) => key),
    readable: tickets.flatMap(({ projectId }, index) => (ownIds.has(projectId) ? index + 1 : [])),
    words: [...words].slice(0, wordsMax),
  };
  return { data, docket: { apiKey, ticketIds, projects: ownProjects } };
}

function at<T>(positions: Map<string, T>, id: string): T {
  const position = positions.get(id);
  if (position === undefined) throw new Error(`The seed has no row ${id}`);
  return position;
}
