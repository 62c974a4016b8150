import { byCreation, sql } from '../../platform/db/index.ts';

export interface Message {
  id: string;
  taskId: string;
  authorId: string;
  authorName: string;
  text: string;
  createdAt: number;
  /** When it was handed out in an answer to the worker. */
  deliveredAt: number | null;
  /** When the worker acknowledged it. */
  readAt: number | null;
}

const columns = `m.id, m.task_id as "taskId", m.author_id as "authorId", u.name as "authorName", m.text,
  m.created_at as "createdAt", m.delivered_at as "deliveredAt", m.read_at as "readAt"`;
const source = { from: 'agent_task_messages m', joins: 'join users u on u.id = m.author_id' };

export const listMessageRows = sql.page<{ taskId: string }, Message>({
  columns,
  ...source,
  where: 'm.task_id = :taskId',
  sort: byCreation('m.created_at', 'm.id', 'asc'),
});

/** The oldest messages that the worker has not acknowledged. */
export const listUnreadMessages = sql.list<{ taskId: string; limit: number }, Message>(`
  select ${columns} from ${source.from} ${source.joins} where m.task_id = :taskId and m.read_at is null
  order by m.created_at, m.id limit :limit`);

export const findLastMessageAt = sql.findValue<{ taskId: string }, { at: number }>(`
  select created_at as at from agent_task_messages where task_id = :taskId order by created_at desc limit 1`);

export const insertMessage = sql.run<Pick<Message, 'id' | 'taskId' | 'authorId' | 'text' | 'createdAt'>>(`
  insert into agent_task_messages (id, task_id, author_id, text, created_at)
  values (:id, :taskId, :authorId, :text, :createdAt)`);

/** The given messages that belong to the task. */
export const filterMessagesOfTask = sql.listValues<{ taskId: string; ids: string[] }, { id: string }>(
  'select id from agent_task_messages where task_id = :taskId and id in :ids[]',
);

export const markDelivered = sql.run<{ ids: string[]; now: number }>(
  'update agent_task_messages set delivered_at = :now where id in :ids[] and delivered_at is null',
);
/** A message that is acknowledged was delivered. */
export const markRead = sql.run<{ ids: string[]; now: number }>(`
  update agent_task_messages set read_at = :now, delivered_at = coalesce(delivered_at, :now)
  where id in :ids[] and read_at is null`);

export const addUnreadMessages = sql.run<{ taskId: string; change: number }>(
  'update agent_tasks set unread_messages = unread_messages + :change where id = :taskId',
);
