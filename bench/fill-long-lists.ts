import { systemClock } from '../src/platform/clock.ts';
import { type Database, dynamicStatement, insertMany } from '../src/platform/db/index.ts';
import { newId } from '../src/platform/ids.ts';
import type { ListOwner, Lists } from './long-lists.ts';

type Value = string | number | null;
const rowsPerTransaction = 10_000;

const someEvent = dynamicStatement<{ ticketId: string }, { type: string; data: string }>(
  'select type, data from events where ticket_id = :ticketId order by seq limit 1',
);
const setCommentCount = dynamicStatement<{ ticketId: string; rows: number }>(
  'update tickets set comment_count = :rows where id = :ticketId',
);
const deliverEvents = dynamicStatement<{ webhookId: string; userId: string }>(`
  insert into webhook_deliveries (webhook_number, event_seq, state, lane, attempts, next_at, created_at, finished_at)
  select w.number, e.seq, 'delivered', 0, 1, e.seq, e.occurred_at, e.occurred_at
  from webhooks w, events e where w.id = :webhookId and e.actor_id = :userId`);

/** Inserts into the tables directly: creating the rows is not measured. */
export async function fillLongLists(db: Database, { userId, rows }: ListOwner, lists: Lists): Promise<void> {
  const { projectId, ticketId, webhookId, taskId } = lists;
  const start = systemClock.now() - rows;
  const fill = async (table: string, rowOf: (id: string, at: number) => Record<string, Value>) => {
    const columns = Object.keys(rowOf('', 0));
    for (let done = 0; done < rows; done += rowsPerTransaction) {
      const batch = Array.from({ length: Math.min(rowsPerTransaction, rows - done) }, (_, i) => {
        const at = start + done + i;
        return Object.values(rowOf(newId(at), at));
      });
      await db.transaction((tx) => insertMany(tx, table, columns, batch));
    }
  };
  const { type, data } = (await db.reads.find(someEvent, { ticketId })) as { type: string; data: string };
  const times = (at: number) => ({ created_at: at, updated_at: at });

  await fill('events', (id, at) => ({
    ...{ id, type, occurred_at: at, actor_id: userId, project_id: projectId, ticket_id: ticketId, data },
  }));
  await db.transaction((tx) => tx.run(deliverEvents, { webhookId, userId }));
  await fill('comments', (id, at) => ({
    ...{
      id,
      ticket_id: ticketId,
      author_id: userId,
      content: 'Words',
      content_folded: 'words',
      ...times(at),
    },
  }));
  await db.transaction((tx) => tx.run(setCommentCount, { ticketId, rows }));
  const notification = JSON.stringify({
    message: 'm',
    actor: null,
    ticket: null,
    project: null,
    comment: null,
  });
  await fill('notifications', (id, at) => ({
    ...{
      id,
      user_id: userId,
      event_id: id,
      event_type: 'ticket.updated',
      kind: 'update',
      ticket_id: ticketId,
    },
    ...{ data: notification, created_at: at, read_at: at },
  }));
  const received: [string, number][] = [];
  await fill('inbound_deliveries', (id, at) => {
    if (id) received.push([id, at]);
    return {
      ...{ id, provider: 'generic', delivery_id: id, event: 'deployed', verified: 1, outcome: 'ignored' },
      ...{ effects: '[]', bytes: 10, received_at: at },
    };
  });
  await fill('inbound_delivery_projects', (isRow) => {
    const [id, at] = isRow ? (received.pop() as [string, number]) : ['', 0];
    return { project_id: projectId, received_at: at, delivery_id: id };
  });
  await fill('agent_tasks', (id, at) => ({
    ...{
      id,
      project_id: projectId,
      queue_id: projectId,
      kind: 'bench',
      title: 'A task',
      instructions: 'Do it.',
    },
    ...{
      state: 'completed',
      priority: 'medium',
      source: '{"provider":"bench","event":"bench"}',
      input: '{}',
    },
    ...{ run_after: at, max_attempts: 3, cap_key: projectId, ...times(at), completed_at: at },
  }));
  await fill('agent_task_activities', (id, at) => ({
    ...{ id, task_id: taskId, author_id: userId, type: 'thought', content: 'Hm.', created_at: at },
  }));
}
