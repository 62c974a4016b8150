import { sql } from '../platform/db/index.ts';
import type { Artifact } from './agent-task-reports-store.ts';
import { madeTheWork } from './agent-task-store.ts';

interface Said {
  type: 'question' | 'answer';
  content: string;
  authorName: string | null;
}

/** What agents asked about a ticket and what people answered, oldest first. */
export const listQuestionsAndAnswers = sql.list<{ ticketId: string }, Said>(`
  select v.type, v.content, u.name as "authorName" from agent_tasks a
  join agent_task_activities v on v.task_id = a.id and v.type in ('question', 'answer')
  left join users u on u.id = v.author_id
  where a.ticket_id = :ticketId order by v.created_at, v.id limit 200`);

interface Result {
  ticketId: string;
  /** JSON. */
  result: string | null;
}

/** The results of the completed tasks on tickets, newest first. */
export const listResults = sql.list<{ ticketIds: string[] }, Result>(`
  select ticket_id as "ticketId", result from agent_tasks
  where ticket_id in :ticketIds[] and state = 'completed' order by completed_at desc, id desc limit 200`);

/** What completed tasks on tickets made, newest first. */
export const listArtifactsOfTickets = sql.list<
  { ticketIds: string[] },
  Pick<Artifact, 'type' | 'title' | 'url'> & { ticketId: string }
>(`
  select a.ticket_id as "ticketId", f.type, f.title, f.url from agent_tasks a
  join agent_task_artifacts f on f.task_id = a.id
  where a.ticket_id in :ticketIds[] and a.state = 'completed' order by f.created_at desc, f.id desc limit 200`);

/** The files that completed tasks on tickets touched, by name. */
export const listFilesOfTickets = sql.list<{ ticketIds: string[] }, { ticketId: string; path: string }>(`
  select distinct a.ticket_id as "ticketId", f.path from agent_tasks a join agent_task_files f on f.task_id = a.id
  where a.ticket_id in :ticketIds[] and a.state = 'completed' order by f.path, a.ticket_id limit 500`);

/** Who worked on the tasks of a ticket, and its assignee if that is an agent; with the owner of each agent. */
export const listMakers = sql.list<
  { ticketId: string; assigneeId: string },
  { id: string; ownerId: string | null }
>(`
  select u.id, u.agent_owner_id as "ownerId" from users u
  where (u.id = :assigneeId and u.agent_owner_id is not null) or u.id in (
    select a.claimed_by from agent_tasks a where a.ticket_id = :ticketId and a.claimed_by is not null and ${madeTheWork}
    union select a.agent_id from agent_tasks a
    where a.ticket_id = :ticketId and a.agent_id is not null and a.claimed_at is not null and ${madeTheWork})`);
