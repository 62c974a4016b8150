import { type AgentTask, type Client, DocketError } from '../../../../sdk/index.ts';
import { isId } from '../../../platform/ids.ts';
import { newFoundWork, pairQuestions, type TaskWork, type TicketWork, type WorkSource } from './work.ts';

const requestsAtOnce = 8;
const tasksMax = 20;

/** Asks a server, with the rights of the person. */
export function newServerSource(client: Client, url: string): WorkSource {
  return {
    where: `at ${url}`,
    find: async ({ tickets, tasks, commits, pullRequests, repositories }) => {
      const found = newFoundWork();
      const byId = new Map<string, Promise<TicketWork>>();
      const load = (ref: string) => find(() => client.getTicket({ params: { id: ref } }));
      const complete = async (ref: string): Promise<TicketWork | undefined> => {
        const ticket = (await load(ref))?.data;
        if (!ticket) return undefined;
        if (!byId.has(ticket.id)) byId.set(ticket.id, readWork(client, ticket));
        return byId.get(ticket.id);
      };
      await forEach(tickets, async (ref) => {
        const work = await complete(ref);
        if (work) found.tickets.set(ref.toUpperCase(), work);
      });
      await forEach(tasks.filter(isId), async (id) => {
        const ticketId = (await find(() => client.getAgentTask({ params: { id } })))?.data.ticketId;
        const work = ticketId === undefined ? undefined : await complete(ticketId);
        if (work) found.tasks.set(id, work);
      });
      const linked = async (ref: string): Promise<TicketWork | undefined> => {
        const [ticket] = (await client.listTickets({ query: { ids: ref } })).data;
        return ticket && complete(ticket.id);
      };
      await forEach(
        await filterLinked(
          client,
          commits.map((sha) => `commit:${sha}`),
        ),
        async (ref) => {
          const work = await linked(ref);
          if (work) found.commits.set(ref.slice('commit:'.length), work);
        },
      );
      const pulls = repositories.flatMap((name) =>
        pullRequests.map((number) => `pull_request:${name}#${number}`),
      );
      await forEach(await filterLinked(client, pulls), async (ref) => {
        const work = await linked(ref);
        if (work) found.pullRequests.set(ref.slice(ref.indexOf('#') + 1), work);
      });
      return found;
    },
  };
}

const refsPerRequest = 50;

/** Those commits and pull requests that are linked to a ticket. Most are not, so they are asked for together first. */
async function filterLinked(client: Client, refs: readonly string[]): Promise<string[]> {
  const linked: string[] = [];
  for (let start = 0; start < refs.length; start += refsPerRequest) {
    const some = refs.slice(start, start + refsPerRequest);
    const { missing = [] } = await client.listTickets({ query: { ids: some.join(',') } });
    linked.push(...some.filter((ref) => !missing.includes(ref)));
  }
  return linked;
}

async function readWork(
  client: Client,
  ticket: { id: string; key?: string; title: string; status: string; shippedIn?: string },
): Promise<TicketWork> {
  const params = { id: ticket.id };
  const [links, tasks, history] = await Promise.all([
    find(() => client.listLinks({ params, query: { limit: 100 } })),
    findTasks(client, ticket.id),
    find(() => client.listHistory({ params, query: { limit: 100 } })),
  ]);
  return {
    ...{ id: ticket.id, key: ticket.key, title: ticket.title, status: ticket.status },
    shippedIn: ticket.shippedIn,
    links: links?.data,
    tasks,
    moves: history?.data.flatMap(({ type, actor, changes, createdAt }) => {
      const { from, to } = (changes?.status ?? {}) as { from?: string; to?: string };
      const isMove = type === 'ticket.status_changed' && from !== undefined && to !== undefined;
      return isMove ? [{ from, to, by: actor?.name, at: createdAt }] : [];
    }),
  };
}

/** The newest tasks of a ticket; undefined if the person may not see them. */
export async function findTasks(client: Client, ticketId: string): Promise<TaskWork[] | undefined> {
  const tasks = await find(() =>
    client.listTicketAgentTasks({ params: { id: ticketId }, query: { limit: tasksMax } }),
  );
  const details = await Promise.all(
    (tasks?.data ?? []).map(({ id }) => find(() => client.getAgentTask({ params: { id } }))),
  );
  return tasks && details.flatMap((answer) => (answer ? [presentTask(answer.data)] : []));
}

function presentTask(task: AgentTask): TaskWork {
  const reports = task.activities.map(({ author, ...report }) => ({ ...report, author: author?.name }));
  // People answer and agents do the rest.
  const agent = task.activities.find(
    ({ type, author }) => type !== 'answer' && author && (author.id === task.agentId || !task.agentId),
  );
  return {
    ...{ id: task.id, title: task.title, state: task.state },
    agent: agent?.author?.name,
    branch: task.branch ?? undefined,
    files: task.touched,
    artifacts: task.artifacts.map(({ type, title, url }) => ({ type, title, url })),
    questions: pairQuestions(reports),
  };
}

/** Undefined if the server has no such item or does not show it. An expired key is no such answer. */
async function find<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DocketError && [400, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

async function forEach(items: readonly string[], act: (item: string) => Promise<void>): Promise<void> {
  const rest = [...new Set(items)];
  const work = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
}
