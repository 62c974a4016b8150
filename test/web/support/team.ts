import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '../../../sdk/index.ts';
import { type Account, openServer, type Person, type WebServer } from './server.ts';
import { type PlannedTicket, ticketsOfDocs, ticketsOfPayments } from './team-tickets.ts';

const names = {
  ada: 'Ada Lindström',
  ben: 'Ben Okafor',
  chiara: 'Chiara Rossi',
  vera: 'Vera Müller',
  rita: 'Rita Sato',
} as const;
export type PersonName = keyof typeof names;

/**
 * A small team with the projects PAY and DOCS. Ada administers the instance and owns both, Ben is a member of both, Chiara
 * of PAY, Vera may only look at PAY. Rita belongs to no project. Builder is an agent that works in PAY.
 */
export interface Team {
  server: WebServer;
  people: Record<PersonName, Person>;
  builder: { id: string; api: Client };
  /** The id of the ticket with this title. */
  ticketId(title: string): string;
  /** Its key, such as PAY-3. */
  ticketKey(title: string): string;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
const historyDays = 20;
const stepMs = 5 * 3_600_000;
const labelColors = {
  api: '#3d5bd9',
  security: '#c2313a',
  design: '#7446c9',
  'good first ticket': '#17774a',
};

export async function openTeam(settings: Record<string, string> = {}): Promise<Team> {
  seeded ??= seedTeam();
  const { folder, accounts, builder: agent, tickets } = await seeded;
  const server = await openServer(settings, folder);
  const people = Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [name, server.personOf(account)]),
  ) as People;
  const builder = { id: agent.id, api: server.apiWithKey(agent.key) };
  const find = (title: string) => findTicket(tickets, title);
  // Here, since a lease ends after some minutes, and the conversation took place just now.
  await addConversation(people, find);
  await addAgentTasks(people.ada.api, builder.api, find);
  return {
    server,
    people,
    builder,
    ticketId: (title) => find(title).id,
    ticketKey: (title) => find(title).key,
    close: () => server.close(),
  };
}

type Tickets = Map<string, { id: string; key: string }>;
type FindTicket = (title: string) => { id: string; key: string };

/** What is stored for the team; each test file of a process opens a server on a copy. */
interface SeededTeam {
  folder: string;
  accounts: Record<PersonName, Account>;
  builder: { id: string; key: string };
  tickets: Tickets;
}

let seeded: Promise<SeededTeam> | undefined;

async function seedTeam(): Promise<SeededTeam> {
  const server = await openServer();
  // The team has worked for some weeks, so that statistics and dates have something to show.
  server.advanceClock(-historyDays * dayMs);
  const people = {
    ada: await server.person(names.ada, 'ADMIN'),
    ben: await server.person(names.ben),
    chiara: await server.person(names.chiara),
    vera: await server.person(names.vera),
    rita: await server.person(names.rita),
  };
  const builder = await addAgent(people.ada);
  const workspaceId = await addWorkspace(people);
  await addProjects(people, workspaceId, builder.id);
  const filling = new TeamFilling(server, people, await addSettings(people.ada.api, workspaceId));
  await filling.addTickets('PAY', ticketsOfPayments);
  await filling.addTickets('DOCS', ticketsOfDocs);
  await filling.moveTickets([...ticketsOfPayments, ...ticketsOfDocs]);
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-team-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await server.closeInto(folder);
  return { folder, accounts: people, builder, tickets: filling.created };
}

function findTicket(tickets: Tickets, title: string): { id: string; key: string } {
  const ticket = tickets.get(title);
  if (!ticket) throw new Error(`No ticket of the team is called “${title}”`);
  return ticket;
}

type People = Record<PersonName, Person>;

async function addAgent(owner: Person): Promise<SeededTeam['builder']> {
  const { data: agent } = await owner.api.createAgent({ body: { name: 'Builder' } });
  const { data: key } = await owner.api.createAgentApiKey({
    params: { id: agent.id },
    body: { name: 'Continuous integration', scopes: ['read', 'write', 'agent'] },
  });
  return { id: agent.id, key: key.key };
}

async function addWorkspace({ ada, ben, chiara, vera }: People): Promise<string> {
  const { data: workspace } = await ada.api.createWorkspace({ body: { name: 'Northwind' } });
  for (const { id: userId } of [ben, chiara, vera])
    await ada.api.addWorkspaceMember({ params: { id: workspace.id }, body: { userId } });
  return workspace.id;
}

async function addProjects(
  { ada, ben, chiara, vera }: People,
  workspaceId: string,
  builderId: string,
): Promise<void> {
  const projects = [
    { key: 'PAY', name: 'Payments', description: 'Cards, refunds and the ledger behind them.' },
    { key: 'DOCS', name: 'Documentation', description: 'Guides, reference and the examples in them.' },
  ];
  for (const project of projects)
    await ada.api.createProject({ body: { ...project, workspaceId, visibility: 'private' } });
  const members = [
    { project: 'PAY', userId: ben.id, role: 'member' },
    { project: 'PAY', userId: chiara.id, role: 'member' },
    { project: 'PAY', userId: vera.id, role: 'viewer' },
    { project: 'PAY', userId: builderId, role: 'member' },
    { project: 'DOCS', userId: ben.id, role: 'member' },
  ] as const;
  for (const { project, ...body } of members) await ada.api.addMember({ params: { id: project }, body });
}

interface Settings {
  labelIds: Map<string, string>;
  sprintId: string;
}

async function addSettings(api: Client, workspaceId: string): Promise<Settings> {
  const labelIds = new Map<string, string>();
  for (const [name, color] of Object.entries(labelColors)) {
    const { data } = await api.createLabel({ body: { name, color, workspaceId } });
    labelIds.set(name, data.id);
  }
  const { data: sprint } = await api.createGroup({
    body: { name: 'Sprint 24', projectId: 'PAY', kind: 'cycle', startsAt: dateIn(-7), endsAt: dateIn(7) },
  });
  return { labelIds, sprintId: sprint.id };
}

/** Writes the tickets as a team does over some weeks: the clock of the server moves on with each step. */
class TeamFilling {
  readonly created: Tickets = new Map();
  readonly #server: WebServer;
  readonly #people: People;
  readonly #settings: Settings;

  constructor(server: WebServer, people: People, settings: Settings) {
    this.#server = server;
    this.#people = people;
    this.#settings = settings;
  }

  async addTickets(projectId: string, planned: PlannedTicket[]): Promise<void> {
    for (const ticket of planned) {
      this.#advance(stepMs);
      const { title, description, type, priority, assignee, labels = [], due, inSprint, parent } = ticket;
      const { data } = await this.#people.ada.api.createTicket({
        body: {
          title,
          projectId,
          ...(type && { type }),
          ...(priority && { priority }),
          ...(description && { description }),
          ...(assignee && { assigneeId: this.#people[assignee].id }),
          ...(due !== undefined && { dueDate: dateIn(due) }),
          ...(inSprint && { groupId: this.#settings.sprintId }),
          ...(parent && { parentId: findTicket(this.created, parent).id }),
          status: 'backlog',
          labelIds: labels.map((name) => this.#settings.labelIds.get(name) as string),
        },
      });
      this.created.set(title, { id: data.id, key: data.key as string });
    }
  }

  async moveTickets(planned: PlannedTicket[]): Promise<void> {
    const order = ['todo', 'in_progress', 'in_review', 'done'] as const;
    for (const { title, status, assignee = 'ada' } of planned) {
      const steps =
        status === 'cancelled'
          ? (['cancelled'] as const)
          : order.slice(0, order.indexOf(status as 'todo') + 1);
      for (const step of steps) {
        this.#advance(stepMs / 2);
        const { api } = this.#people[assignee];
        await api.changeStatus({
          params: { id: findTicket(this.created, title).id },
          body: { status: step },
        });
      }
    }
  }

  #advance(ms: number): void {
    this.#server.advanceClock(ms);
  }
}

async function addConversation({ ada, ben, chiara }: People, find: FindTicket): Promise<void> {
  const id = find('Webhook retries send some events twice').id;
  const say = (person: Person, content: string) =>
    person.api.addComment({ params: { id }, body: { content } });
  await say(ada, 'Three customers wrote today. @Ben can you look at the lease first?');
  await say(
    ben,
    'The second attempt starts after **15 s**, but the first still waits. I have a fix:\n\n> Extend the lease while the receiver is connected.',
  );
  await say(chiara, 'Über die Sandbox kann ich es nachstellen 👍');
  const blocked = find('Make the settlement report faster').id;
  await ada.api.addRelation({ params: { id }, body: { kind: 'blocks', ticketId: blocked } });
  await ada.api.addReaction({ params: { id, emoji: '👀' } });
}

async function addAgentTasks(ada: Client, builder: Client, find: FindTicket): Promise<void> {
  const add = (title: string, instructions: string, priority: 'high' | 'medium' | 'low') =>
    ada.createAgentTask({
      body: { ticketId: find(title).id, title, instructions, priority },
    });
  await add('Remove the old checkout page', 'Delete the page and its styles. Open a pull request.', 'high');
  await add('Document the error codes of the capture endpoint', 'List every code with its cause.', 'medium');
  await add('Split the ledger by month', 'Write the migration and a test.', 'low');
  // The tickets stay in the columns in which the journeys expect them.
  const moveWithTasks = (isOn: boolean) =>
    ada.updateProject({ params: { id: 'PAY' }, body: { automation: { moveWithTasks: isOn } } });
  await moveWithTasks(false);
  const claim = async () =>
    (await builder.claimAgentTask({ body: { workerId: 'builder-1', leaseSeconds: 600 } })).data;
  const working = await claim();
  const report = (type: 'thought' | 'action', content: string) =>
    builder.reportAgentTaskActivity({
      params: { id: working.id },
      body: { epoch: working.lease?.epoch ?? 0, type, content },
    });
  await report('thought', 'The page is linked from two mails.');
  await report('action', 'Removed `checkout-old.html` and ran the tests.');
  const asking = await claim();
  await builder.askAboutAgentTask({
    params: { id: asking.id },
    body: {
      epoch: asking.lease?.epoch ?? 0,
      question: 'Shall the list include the codes of the card network?',
    },
  });
  await moveWithTasks(true);
}

const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
