import assert from 'node:assert/strict';
import { openSession } from '../../src/auth/index.ts';
import { insertJob } from '../../src/docs-generation/jobs/docs-job-store.ts';
import { insertImport } from '../../src/imports/jobs/import-store.ts';
import { insertNotifications } from '../../src/notifications/notification-store.ts';
import { newId } from '../../src/platform/ids.ts';
import { sealNextEvents } from '../../src/sealed-history/index.ts';
import { insertLink } from '../../src/tickets/links/link-store.ts';
import { connectApplication } from '../support/connect-application.ts';
import { formOf } from '../support/form.ts';
import type { Caller, Person, World } from '../support/world.ts';

export interface Item {
  id: string;
  [field: string]: unknown;
}

/** A list with no or few items at first. */
export interface ListScene {
  url: string;
  /** Parameters that the list needs, each followed by `&`. */
  filter?: string;
  reader: Caller;
  add(): Promise<unknown>;
  /** Absent where nothing can be removed from the list. */
  remove?: (item: Item) => Promise<unknown>;
  /** Absent where every item can be removed. */
  canRemove?: (item: Item) => boolean;
}

/** How to fill each list, by its operationId. A list route without an entry fails the tests. */
export const listScenes: Record<string, (world: World) => Promise<ListScene>> = {
  listSessions: async (world) => {
    const ada = await world.person('Ada');
    const client = { address: null, userAgent: null };
    return {
      url: '/api/user/sessions',
      reader: ada,
      add: () => world.db.transaction((tx) => openSession(tx, ada.id, client, world.clock.now())),
      remove: ({ id }) => removeFrom(ada, `/api/user/sessions/${id}`),
      canRemove: ({ current }) => current === false,
    };
  },
  listApiKeys: async (world) => simpleList(await world.person('Ada'), '/api/user/api-keys', { name: 'CI' }),
  listConnections: async (world) => {
    const ada = await world.person('Ada');
    return {
      url: '/api/user/connections',
      reader: ada,
      add: () => connectApplication(world, ada.id),
      remove: ({ id }) => removeFrom(ada, `/api/user/connections/${id}`),
    };
  },
  listAgents: async (world) =>
    withoutRemoval(simpleList(await world.person('Ada'), '/api/agents', { name: 'Fixer' })),
  listAgentApiKeys: async (world) => {
    const ada = await world.person('Ada');
    const agent = await addTo(ada, '/api/agents', { name: 'Fixer' });
    return simpleList(ada, `/api/agents/${agent.id}/api-keys`, { name: 'CI' });
  },
  listAuditEntries: async (world) => {
    const root = await world.person('Root', 'ADMIN');
    return {
      url: '/api/admin/audit',
      reader: root,
      add: () => root.post('/api/user/api-keys', { name: 'CI' }),
    };
  },
  listInstanceUsers: async (world) => ({
    url: '/api/instance/users',
    reader: await world.person('Root', 'ADMIN'),
    add: () => world.person('Crowd'),
  }),
  listRepositoryLinks: async (world) => {
    const root = await world.person('Root', 'ADMIN');
    let count = 0;
    return {
      url: '/api/instance/repositories',
      reader: root,
      add: () => addTo(root, '/api/projects', { name: 'Linking', repositories: [`links/r${++count}`] }),
      remove: ({ project }) => removeFrom(root, `/api/project/${(project as Item).id}`),
    };
  },
  listProjectRepositories: async (world) => {
    const ada = await world.person('Ada');
    const { id } = await addTo(ada, '/api/projects', { name: 'Linking' });
    const url = `/api/project/${id}`;
    const names = new Set<string>();
    const save = async () => assert.equal((await ada.put(url, { repositories: [...names] })).status, 200);
    let count = 0;
    return {
      url: `${url}/repositories`,
      reader: ada,
      add: () => {
        names.add(`own/${id}-${++count}`);
        return save();
      },
      remove: ({ repository }) => {
        names.delete(repository as string);
        return save();
      },
    };
  },
  listDocsJobs: async (world) => {
    const ada = await world.person('Ada');
    const request = JSON.stringify({ wish: { repo: 'acme/site', base: 'v1', head: 'main' } });
    return {
      url: '/api/docs/jobs',
      reader: ada,
      add: () =>
        world.db.transaction((tx) =>
          insertJob(tx, { id: newId(), userId: ada.id, request, now: world.clock.now() }),
        ),
    };
  },
  listCompletedTickets: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      url: `/api/project/${project.id}/stats/tickets`,
      reader: ada,
      add: () => addTo(ada, '/api/tickets', { title: 'A ticket', projectId: project.id, status: 'done' }),
      remove: ({ id }) => removeFrom(ada, `/api/tickets/${id}`),
    };
  },
  listWorkspaces: async (world) => {
    const ada = await world.person('Ada');
    return {
      ...simpleList(ada, '/api/workspaces', { name: 'Shared' }),
      canRemove: ({ kind }) => kind === 'shared',
    };
  },
  listWorkspaceMembers: async (world) => {
    const ada = await world.person('Ada');
    const { id } = await addTo(ada, '/api/workspaces', { name: 'Shared' });
    return listOfPeople(world, ada, `/api/workspaces/${id}/members`);
  },
  listSeals: async (world) => {
    const ada = await world.person('Ada');
    const { id } = await addTo(ada, '/api/workspaces', { name: 'Shared' });
    const countSeals = async () => (await ada.get(`/api/workspaces/${id}/seals`)).body.pagination.total;
    return {
      url: `/api/workspaces/${id}/seals`,
      reader: ada,
      add: async () => {
        await addTo(ada, '/api/tickets', { title: 'A ticket', workspaceId: id });
        const before = await countSeals();
        // Other transactions on the PostgreSQL server can delay when an event settles.
        while ((await countSeals()) === before)
          await sealNextEvents({ db: world.db, clock: world.clock, box: world.context.secretBox });
      },
    };
  },
  listUsers: async (world) => {
    const ada = await world.person('Ada');
    const { id } = await addTo(ada, '/api/workspaces', { name: 'Shared' });
    return { ...(await listOfPeople(world, ada, `/api/workspaces/${id}/members`)), url: '/api/users' };
  },
  listProjects: async (world) =>
    simpleList(await world.person('Ada'), '/api/projects', { name: 'Engine' }, '/api/project'),
  searchProjects: async (world) => ({
    ...simpleList(await world.person('Ada'), '/api/projects', { name: 'Quince' }, '/api/project'),
    url: '/api/project/search',
    filter: 'q=quince&',
  }),
  listMembers: async (world) => {
    const { ada, project } = await projectScene(world);
    return listOfPeople(world, ada, `/api/project/${project.id}/members`);
  },
  listProjectUpdates: async (world) => {
    const { ada, project } = await projectScene(world);
    const url = `/api/project/${project.id}/updates`;
    return simpleList(ada, url, { health: 'on_track' }, url);
  },
  listReleases: async (world) => {
    const { ada, project } = await projectScene(world);
    const url = `/api/project/${project.id}/releases`;
    return { url, reader: ada, add: () => addTo(ada, url, { version: newId() }) };
  },
  listDocsCorrections: async (world) => {
    const { ada, project } = await projectScene(world);
    const [url, repo] = [`/api/project/${project.id}`, `acme/${project.id}`];
    await ada.put(url, { repositories: [repo] });
    const decide = (entry: string, decision: string) =>
      ada.put(`${url}/docs/corrections/${entry}`, { repo, decision });
    return {
      url: `${url}/docs/corrections`,
      filter: `repo=${encodeURIComponent(repo)}&`,
      reader: ada,
      add: () => decide(newId().replaceAll('-', '').slice(-20), 'dropped'),
      remove: ({ entryId }) => decide(String(entryId), 'open'),
    };
  },
  listInvitations: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      url: '/api/invitations',
      reader: ada,
      add: () => addTo(ada, '/api/invitations', { email: `${newId()}@example.org`, projectId: project.id }),
    };
  },
  listTickets: async (world) => {
    const { ada, project } = await projectScene(world);
    return simpleList(ada, '/api/tickets', { title: 'A ticket', projectId: project.id });
  },
  searchTickets: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      ...simpleList(ada, '/api/tickets', { title: 'Quince', projectId: project.id }),
      url: '/api/tickets/search',
      filter: 'q=quince&',
    };
  },
  listComments: async (world) => listOfTicket(world, 'comments', { content: 'Words' }),
  listTimeLogs: async (world) => listOfTicket(world, 'time-logs', { minutes: 5 }),
  listWatchers: async (world) => {
    const { ada, project, ticket } = await ticketScene(world);
    const url = `/api/tickets/${ticket.id}/watchers`;
    return {
      url,
      reader: ada,
      add: async () => {
        const { id: userId } = await world.person('Ben');
        await addTo(ada, `/api/project/${project.id}/members`, { userId, role: 'viewer' });
        await addTo(ada, url, { userId });
      },
      remove: ({ id }) => removeFrom(ada, `${url}?userId=${id}`),
      canRemove: ({ id }) => id !== ada.id,
    };
  },
  listLinks: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const link = { kind: 'commit', provider: 'github', repository: 'acme/site', title: 'A commit' } as const;
    const empty = { url: null, state: null, author: null, authorId: null, closes: 0 };
    return {
      url: `/api/tickets/${ticket.id}/links`,
      reader: ada,
      add: () => {
        const [id, now] = [newId(), world.clock.now()];
        const times = { createdAt: now, updatedAt: now };
        return world.db.transaction((tx) =>
          insertLink(tx, { ...link, ...empty, ...times, id, ticketId: ticket.id as string, reference: id }),
        );
      },
    };
  },
  listHistory: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const comments = `/api/tickets/${ticket.id}/comments`;
    return {
      url: `/api/tickets/${ticket.id}/history`,
      reader: ada,
      add: () => addTo(ada, comments, { content: 'Words' }),
    };
  },
  listLabels: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      url: '/api/labels',
      reader: ada,
      add: () => world.label(project.workspaceId as string, newId().slice(-6)),
      remove: ({ id }) => removeFrom(ada, `/api/labels/${id}`),
    };
  },
  listGroups: async (world) => {
    const { ada, project } = await projectScene(world);
    let isDue = false;
    return {
      url: '/api/groups',
      reader: ada,
      add: () => {
        isDue = !isDue;
        const endsAt = isDue ? '2026-12-01T00:00:00.000Z' : null;
        return addTo(ada, '/api/groups', { projectId: project.id, name: 'Sprint', endsAt });
      },
      remove: ({ id }) => removeFrom(ada, `/api/groups/${id}`),
    };
  },
  listViews: async (world) => {
    const ada = await world.person('Ada');
    return {
      ...simpleList(ada, '/api/views', {}),
      add: () => addTo(ada, '/api/views', { name: newId(), scope: 'personal' }),
    };
  },
  listInitiatives: async (world) => {
    const { ada, project } = await projectScene(world);
    const { workspaceId } = project;
    return {
      ...simpleList(ada, '/api/initiatives', {}),
      add: () => addTo(ada, '/api/initiatives', { workspaceId, name: newId() }),
    };
  },
  listAttachments: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const url = `/api/tickets/${ticket.id}/attachments`;
    return {
      url,
      reader: ada,
      add: () => ada.post(url, ...formOf({ content: 'Words' })),
      remove: ({ id }) => removeFrom(ada, `${url}/${id}`),
    };
  },
  listEvidence: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const fields = { kind: 'command', passed: true, summary: 'Exit 0' };
    return withoutRemoval(simpleList(ada, `/api/tickets/${ticket.id}/evidence`, fields));
  },
  listAgentTasks: async (world) => {
    const { ada, project } = await projectScene(world);
    const fields = { projectId: project.id, title: 'A task', instructions: 'Do it.' };
    return withoutRemoval(simpleList(ada, '/v1/agent-tasks', fields));
  },
  listTicketAgentTasks: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const fields = { ticketId: ticket.id, title: 'A task', instructions: 'Do it.' };
    return {
      url: `/api/tickets/${ticket.id}/agent-tasks`,
      reader: ada,
      add: () => addTo(ada, '/v1/agent-tasks', fields),
    };
  },
  listAgentTaskActivities: async (world) => {
    const { ada, project } = await projectScene(world);
    const { id: projectId } = project;
    await addTo(ada, '/v1/agent-tasks', { projectId, title: 'A task', instructions: 'Do it.' });
    const { body } = await ada.post('/v1/agent-tasks/claim', { workerId: 'ada', projectId });
    const url = `/v1/agent-tasks/${body.data.id}/activities`;
    return withoutRemoval(simpleList(ada, url, { epoch: 1, content: 'Reading' }));
  },
  listAgentTaskMessages: async (world) => {
    const { ada, project } = await projectScene(world);
    const fields = { projectId: project.id, title: 'A task', instructions: 'Do it.' };
    const { id } = await addTo(ada, '/v1/agent-tasks', fields);
    return withoutRemoval(simpleList(ada, `/v1/agent-tasks/${id}/messages`, { text: 'Hello' }));
  },
  listTicketAgentUsage: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      url: `/api/project/${project.id}/agent-usage/tickets`,
      reader: ada,
      add: async () => {
        const fields = { title: 'A ticket', projectId: project.id };
        const ticket = await addTo(ada, '/api/tickets', fields);
        await addTo(ada, '/v1/agent-tasks', { ticketId: ticket.id, title: 'A task', instructions: 'Do it.' });
        const claim = { workerId: 'ada', projectId: project.id };
        const { id } = (await ada.post('/v1/agent-tasks/claim', claim)).body.data;
        await ada.post(`/v1/agent-tasks/${id}/complete`, { epoch: 1, usage: { seconds: 1 } });
        await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
      },
      remove: ({ id }) => removeFrom(ada, `/api/tickets/${id}`),
    };
  },
  listAccessTokens: async (world) => {
    const { ada, project } = await projectScene(world);
    return simpleList(ada, `/api/project/${project.id}/access-tokens`, { name: 'CI' });
  },
  listImports: async (world) => {
    const { ada, project } = await projectScene(world);
    const request = JSON.stringify({ mapping: {}, people: {} });
    return {
      url: `/api/project/${project.id}/imports`,
      reader: ada,
      add: () =>
        world.db.transaction((tx) => {
          const row = {
            id: newId(),
            projectId: project.id,
            userId: ada.id,
            product: 'csv' as const,
            request,
          };
          return insertImport(tx, { ...row, now: world.clock.now() });
        }),
    };
  },
  listInstanceImports: async (world) => {
    const root = await world.person('Root', 'ADMIN');
    const request = JSON.stringify({ mapping: {}, people: {} });
    return {
      url: '/api/admin/imports',
      reader: root,
      add: () =>
        world.db.transaction((tx) => {
          const row = { id: newId(), projectId: null, userId: root.id, product: 'docket' as const, request };
          return insertImport(tx, { ...row, now: world.clock.now() });
        }),
    };
  },
  listInboundDeliveries: async (world) => {
    const { ada, project } = await projectScene(world);
    const { token } = await addTo(ada, `/api/project/${project.id}/access-tokens`, { name: 'CI' });
    const headers = { authorization: `Bearer ${token}` };
    return {
      url: '/v1/inbound',
      reader: ada,
      add: () => world.anonymous.post('/webhooks/generic', { event: 'deployed', id: newId() }, headers),
    };
  },
  listActivity: async (world) => {
    const { ada, project } = await projectScene(world);
    return {
      url: '/api/user/activity',
      reader: ada,
      add: () => addTo(ada, '/api/tickets', { title: 'A ticket', projectId: project.id }),
    };
  },
  listNotifications: async (world) => {
    const { ada, ticket } = await ticketScene(world);
    const data = JSON.stringify({ message: 'm', actor: null, ticket: null, project: null, comment: null });
    const fields = { userId: ada.id, ticketId: ticket.id as string, data };
    return {
      url: '/api/user/notifications',
      reader: ada,
      add: () => {
        const event = { eventId: newId(), eventType: 'ticket.updated', kind: 'update' };
        const row = { ...fields, ...event, id: newId(), createdAt: world.clock.now() };
        return world.db.transaction((tx) => insertNotifications(tx, [row]));
      },
      remove: ({ id }) => removeFrom(ada, `/api/user/notifications/${id}`),
    };
  },
  listWebhooks: async (world) => {
    const ada = await world.person('Ada');
    return simpleList(ada, '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
  },
  listWebhookDeliveries: async (world) => {
    const { ada, project } = await projectScene(world);
    const hook = await addTo(ada, '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['ticket.created'] });
    return {
      url: `/v1/webhooks/${hook.id}/deliveries`,
      reader: ada,
      add: () => addTo(ada, '/api/tickets', { title: 'A ticket', projectId: project.id }),
    };
  },
};

/** A list to which a POST adds, and from which a DELETE of the item removes. */
function simpleList(reader: Person, url: string, fields: object, itemUrl = url): ListScene {
  return {
    url,
    reader,
    add: () => addTo(reader, url, fields),
    remove: ({ id }) => removeFrom(reader, `${itemUrl}/${id}`),
  };
}

const withoutRemoval = ({ url, reader, add }: ListScene): ListScene => ({ url, reader, add });

function listOfPeople(world: World, reader: Person, url: string): ListScene {
  return {
    url,
    reader,
    add: async () => addTo(reader, url, { userId: (await world.person('Ben')).id, role: 'member' }),
    remove: ({ id }) => removeFrom(reader, `${url}/${id}`),
    canRemove: ({ id }) => id !== reader.id,
  };
}

async function listOfTicket(world: World, name: string, fields: object): Promise<ListScene> {
  const { ada, ticket } = await ticketScene(world);
  return simpleList(ada, `/api/tickets/${ticket.id}/${name}`, fields);
}

async function projectScene(world: World) {
  const ada = await world.person('Ada');
  return { ada, project: await addTo(ada, '/api/projects', { name: 'Engine' }) };
}

async function ticketScene(world: World) {
  const { ada, project } = await projectScene(world);
  const ticket = await addTo(ada, '/api/tickets', { title: 'The ticket', projectId: project.id });
  return { ada, project, ticket };
}

async function addTo(caller: Caller, url: string, fields: object): Promise<Item> {
  const { status, body } = await caller.post(url, fields);
  assert.ok(status === 201 || status === 200, `${url}: ${JSON.stringify(body)}`);
  return body.data;
}

async function removeFrom(caller: Caller, url: string): Promise<void> {
  const { status, body } = await caller.delete(url);
  assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
}
