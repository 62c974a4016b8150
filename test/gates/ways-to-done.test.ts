import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { newToolbox } from '../../src/mcp/toolbox.ts';
import { newTools } from '../../src/mcp/tools.ts';
import { scopeWithoutRequest } from '../../src/users/index.ts';
import { docket } from '../cli/docket.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type GatedProject, openGatedProject } from '../support/gated-project.ts';
import { listen } from '../support/live-stream.ts';
import { apiDocument } from '../support/valid-input.ts';
import { sendGithub } from '../support/webhooks.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Try = (scene: GatedProject, ticket: { id: string; key: string }) => Promise<unknown>;
type Way = { try: Try } | { never: string };

const send =
  (method: 'post' | 'put' | 'patch', url: string, body: object): Try =>
  ({ ada }, { id }) =>
    ada[method](url.replace('ID', id), JSON.parse(JSON.stringify(body).replaceAll('"ID"', `"${id}"`)));

/** A status that a project adds for done. */
async function ownDone({ ada, project }: GatedProject): Promise<string> {
  const url = `/api/project/${project.id}/workflow`;
  const named = (await ada.get(url)).body.data.statuses.find(
    ({ name }: { name: string }) => name === 'Shipped',
  );
  if (named) return named.id;
  const added = await ada.post(`${url}/statuses`, { status: 'done', name: 'Shipped' });
  return added.body.data.statuses.find(({ name }: { name: string }) => name === 'Shipped').id;
}

const put = (url: string, body: object) => ({ try: send('put', url, body) });
const patch = (url: string, body: object) => ({ try: send('patch', url, body) });
const settings = { never: 'it changes the statuses of a project, not those of its tickets' };

/** Operations whose body has a status of tickets, by their id. */
const operations: Record<string, Way> = {
  createTicket: {
    try: async ({ ada, project }) => {
      const criteria = [{ text: 'Rounded' }];
      const { status } = await ada.post('/api/tickets', {
        title: 'New',
        projectId: project.id,
        status: 'done',
        criteria,
      });
      assert.equal(status, 409);
    },
  },
  updateTicket: put('/api/tickets/ID', { status: 'done' }),
  patchTicket: patch('/api/tickets/ID', { status: 'done' }),
  changeStatus: put('/api/tickets/ID/status', { status: 'done' }),
  patchChangeStatus: patch('/api/tickets/ID/status', { status: 'done' }),
  bulkTickets: { try: send('post', '/api/tickets/bulk', { tickets: [{ id: 'ID', status: 'done' }] }) },
  placeTicket: put('/api/tickets/ID/rank', { position: 'first', status: 'done' }),
  patchPlaceTicket: patch('/api/tickets/ID/rank', { position: 'first', status: 'done' }),
  decideTriage: {
    try: async ({ ada, project }, { id }) => {
      await ada.put(`/api/project/${project.id}`, { triage: true });
      await ada.post(`/api/tickets/${id}/triage`, { decision: 'return' });
      const { status } = await ada.post(`/api/tickets/${id}/triage`, { decision: 'accept', status: 'done' });
      await ada.put(`/api/project/${project.id}`, { triage: false });
      assert.equal(status, 409);
    },
  },
  updateProject: { never: 'statusRules start tasks when a ticket enters a status' },
  patchProject: { never: 'statusRules start tasks when a ticket enters a status' },
  setWorkflow: settings,
  patchSetWorkflow: settings,
  addStatus: settings,
  createView: { never: 'a filter' },
  updateView: { never: 'a filter' },
  patchView: { never: 'a filter' },
  createImport: { never: 'imports are excepted' },
  previewImport: { never: 'imports are excepted' },
  startImport: { never: 'imports are excepted' },
};

const call =
  (name: string, input: object): Try =>
  async ({ world, ada }, { id }) => {
    const actor = {
      userId: ada.id,
      name: 'Ada',
      role: 'USER',
      credential: { kind: 'session', id: 'test' },
    } as const;
    const toolbox = newToolbox(
      tools(world.context),
      scopeWithoutRequest(world.db, world.clock, actor as never),
      world.context.logger,
    );
    const result = await toolbox.call(name, JSON.parse(JSON.stringify(input).replaceAll('"ID"', `"${id}"`)));
    assert.ok(result?.isError, String(result?.content[0]?.text));
    assert.match(result.content[0]?.text ?? '', /Criterion “Rounded” is open|Missing/);
  };
const tools = (context: object) => newTools(context as Parameters<typeof newTools>[0]);

/** MCP tools whose input has a status of tickets. */
const mcpTools: Record<string, Way> = {
  create_ticket: {
    try: call('create_ticket', { title: 'New', project: 'GAT', status: 'done', criteria: ['Rounded'] }),
  },
  update_ticket: { try: call('update_ticket', { ticket: 'ID', status: 'done' }) },
  place_ticket: { try: call('place_ticket', { ticket: 'ID', position: 'first', status: 'done' }) },
  search_tickets: { never: 'it only reads' },
};

let url: string;
const run =
  (...args: string[]): Try =>
  async ({ ada }, { key }) => {
    const { key: secret } = (await ada.post('/api/user/api-keys', { name: 'cli' })).body.data;
    const environment = { DOCKET_URL: url, DOCKET_API_KEY: secret };
    const { code, stderr } = await docket(
      args.map((word) => (word === 'KEY' ? key : word)),
      environment,
    );
    assert.notEqual(code, 0);
    assert.match(stderr, /Missing: /);
  };

/** Files of commands that call an operation of the first table, with a try for each command. */
const commands: Record<string, Record<string, Way>> = {
  'src/cli/client/ticket-write.ts': {
    'ticket create': { try: run('ticket', 'create', 'New', '--project', 'GAT', '--status', 'done') },
    'ticket edit': { try: run('ticket', 'edit', 'KEY', '--status', 'done') },
    'ticket close': { try: run('ticket', 'close', 'KEY') },
  },
};

const pull = (key: string, merged: boolean) => ({
  action: merged ? 'closed' : 'opened',
  number: 7,
  pull_request: {
    ...{ id: 7, number: 7, title: `Fixes ${key}`, body: `Closes ${key}`, draft: false, merged },
    state: merged ? 'closed' : 'open',
    html_url: 'https://github.com/acme/gated/pull/7',
    head: { ref: 'change', sha: 'a'.repeat(40) },
    base: { ref: 'main', repo: { full_name: 'acme/gated' } },
    user: { login: 'mona' },
    updated_at: merged ? '2026-11-01T11:00:00Z' : '2026-11-01T10:00:00Z',
  },
  repository: { full_name: 'acme/gated' },
  sender: { login: 'mona' },
});

const mergedPullRequest: Try = async ({ ada, world }, { id, key }) => {
  await sendGithub(world, 'pull_request', pull(key, false));
  await sendGithub(world, 'pull_request', pull(key, true));
  assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.status, 'in_review');
  const { data } = (await ada.get(`/api/tickets/${id}/history`)).body;
  const said = data.find(({ type }: { type: string }) => type === 'gate.refused');
  assert.match(said.message ?? said.sentence ?? JSON.stringify(said), /Rounded/);
};

const finishedTask: Try = async ({ ada, pilot, project }, { id }) => {
  await ada.post('/v1/agent-tasks', { ticketId: id, title: 'Do', instructions: '.', agentId: pilot.id });
  const { data } = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: project.id })).body;
  const done = { epoch: data.lease.epoch, result: { summary: 'Done' } };
  assert.equal((await pilot.post(`/v1/agent-tasks/${data.id}/complete`, done)).status, 200);
  assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.status, 'in_review');
};

const throughRoutes = 'its route is in the table of operations';
const kernel = 'part of the kernel that the other ways call';

/** Files that call what creates tickets or changes their fields. */
const callers: Record<string, Way> = {
  'src/agent-tasks/ticket-moves/move-ticket-with-task.ts': { try: finishedTask },
  'src/cli/client/ticket-write.ts': { never: 'the table of commands has it' },
  'src/demo/play-tickets.ts': { never: 'the projects of the demo team have no gates when it is played' },
  'src/imports/archive/write-rows.ts': { never: 'imports are excepted' },
  'src/imports/writing/write-tickets.ts': { never: 'imports are excepted' },
  'src/inbound-webhooks/effects/link-tickets.ts': { try: mergedPullRequest },
  'src/inbound-webhooks/effects/open-ticket.ts': { never: 'a ticket from an issue has the first status' },
  'src/intake/receive.ts': { never: 'a ticket from outside has the first status' },
  'src/mcp/tools/create-ticket.ts': { never: 'the table of MCP tools has it' },
  'src/mcp/tools/update-ticket.ts': { never: 'the table of MCP tools has it' },
  'src/mcp/tools/place-ticket.ts': { never: 'the table of MCP tools has it' },
  'src/tickets/bulk/bulk-routes.ts': { never: throughRoutes },
  'src/tickets/bulk/bulk-tickets.ts': { never: throughRoutes },
  'src/tickets/change/change-ticket.ts': { never: kernel },
  'src/tickets/change/move-for-agent.ts': { never: kernel },
  'src/tickets/change/reopen-ticket.ts': { never: 'it sets todo' },
  'src/tickets/change/ship-ticket.ts': { never: 'it changes the version alone' },
  'src/tickets/create-ticket.ts': { never: kernel },
  'src/tickets/cycles/advance-cycles.ts': { never: 'it changes the cycle alone' },
  'src/tickets/groups/carry-over.ts': { never: 'it changes the group alone' },
  'src/tickets/import/import-tickets.ts': { never: 'imports are excepted' },
  'src/tickets/links/links.ts': { never: kernel },
  'src/tickets/rank/place-ticket.ts': { never: throughRoutes },
  'src/tickets/rank/rank-routes.ts': { never: throughRoutes },
  'src/tickets/schedules/run-schedules.ts': { never: 'the template of a schedule has no status' },
  'src/tickets/ticket-routes.ts': { never: throughRoutes },
  'src/tickets/triage/decide-triage.ts': { never: throughRoutes },
  'src/tickets/triage/triage-routes.ts': { never: throughRoutes },
  'src/tickets/triage/wake-snoozed.ts': { never: 'it changes the triage alone' },
};

/** Files with a statement that inserts tickets or sets their status. */
const statements: Record<string, string> = {
  'src/tickets/ticket-store.ts': 'updateTicketRow, which takes a passage',
  'src/tickets/ticket-insert-store.ts': 'insertTickets, whose callers are in the table above',
  'src/tickets/workflow/workflow-store.ts': 'it clears the status of the project; that of the six stays',
};

/** Ways that are combinations of others. */
const combined: Record<string, Way> = {
  'a status of the project that maps to done': {
    try: async (scene, { id }) => {
      const ownStatusId = await ownDone(scene);
      for (const body of [{ ownStatusId }, { status: 'done', ownStatusId }])
        assert.equal((await scene.ada.put(`/api/tickets/${id}`, body)).status, 409);
    },
  },
  'undo of a reopening': {
    try: async (scene, { id }) => {
      await scene.ada.put(`/api/tickets/${id}`, { status: 'done', force: true, reason: 'Once' });
      const tickets = [{ id, status: 'todo' }];
      const { former } = (await scene.ada.post('/api/tickets/bulk', { tickets })).body;
      assert.equal(former[0].status, 'done');
      assert.equal(
        (await scene.ada.post('/api/tickets/bulk', { tickets: [{ id, ...former[0] }] })).status,
        409,
      );
    },
  },
  'a done ticket from a project without gates': {
    try: async ({ ada, project }, { id }) => {
      const other = (await ada.post('/api/projects', { name: 'Free' })).body.data;
      await ada.put(`/api/tickets/${id}`, { projectId: other.id });
      assert.equal((await ada.put(`/api/tickets/${id}`, { status: 'done' })).status, 200);
      assert.equal((await ada.put(`/api/tickets/${id}`, { projectId: project.id })).status, 409);
      await ada.put(`/api/tickets/${id}`, { status: 'todo' });
    },
  },
  'the parent of closed children': {
    try: async ({ ada, project }, { id }) => {
      const child = { title: 'Child', projectId: project.id, parentId: id };
      const made = (await ada.post('/api/tickets', child)).body.data;
      await ada.put(`/api/tickets/${made.id}`, { status: 'cancelled' });
      assert.equal((await ada.put(`/api/tickets/${id}`, { status: 'done' })).status, 409);
    },
  },
  'a duplicate': {
    try: async ({ ada, project }, { id }) => {
      const other = (await ada.post('/api/tickets', { title: 'Same', projectId: project.id })).body.data;
      await ada.post(`/api/tickets/${id}/relations`, { kind: 'duplicates', ticketId: other.id });
    },
  },
  'two requests at once': {
    try: async ({ ada, pilot }, { id }) => {
      const answers = await Promise.all(
        [ada, pilot, ada, pilot].map((who) =>
          who.put(`/api/tickets/${id}`, { status: 'done', force: who === pilot }),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [409, 409, 409, 409],
      );
    },
  },
};

type Schema = { $ref?: string; [keyword: string]: unknown };

/** The names of all properties of a schema that take `done`, in whatever depth. */
function findStatuses(
  schema: Schema,
  components: Record<string, Schema>,
  seen = new Set<string>(),
): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) as string;
    if (seen.has(name)) return [];
    return findStatuses(components[name] as Schema, components, new Set([...seen, name]));
  }
  const takesDone = (value: Schema) =>
    /"(?:enum|examples)":\[[^\]]*"in_progress"[^\]]*"done"|"const":"done"/.test(
      JSON.stringify({ ...value, properties: undefined }),
    );
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, value]) => [
    ...(takesDone(value) || /^own_?status/i.test(name) ? [name] : []),
    ...findStatuses(value, components, seen),
  ]);
  const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    [schema[keyword] ?? []].flat().filter((part): part is Schema => typeof part === 'object'),
  );
  return [...own, ...inner.flatMap((part) => findStatuses(part, components, seen))];
}

const sources = () =>
  globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(?:test|support|fault)\.ts$/.test(file))
    .map((file) => ({
      file,
      code: readFileSync(path.join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''),
    }));

const filesWith = (pattern: RegExp) =>
  sources()
    .filter(({ code }) => pattern.test(code))
    .map(({ file }) => file)
    .sort();

test('every operation whose body can name a status of tickets is in the table', async () => {
  const document = (await apiDocument()) as unknown as {
    paths: Record<
      string,
      Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
    >;
    components: { schemas: Record<string, Schema> };
  };
  const found = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).some(
        ({ schema }) => findStatuses(schema, document.components.schemas).length > 0,
      ),
    )
    .map(({ operationId }) => operationId);
  assert.deepEqual(found.sort(), Object.keys(operations).sort());
});

test('every MCP tool whose input can name a status of tickets is in the table', () => {
  const all = tools({ docs: {}, config: { AGENT_TASKS_PER_HOUR: 1 }, issueGitAccess: undefined });
  const found = all
    .filter(({ input }) => findStatuses(JSON.parse(JSON.stringify(input)) as Schema, {}).length > 0)
    .map(({ name }) => name);
  assert.deepEqual(found.sort(), Object.keys(mcpTools).sort());
});

test('every command that calls such an operation is in the table', () => {
  const names = Object.keys(operations).filter((name) => 'try' in (operations[name] as Way));
  const calling = new RegExp(`\\.(?:${names.join('|')})\\(`);
  const found = filesWith(calling).filter((file) => file.startsWith('src/cli/'));
  assert.deepEqual(found, Object.keys(commands).sort());
  for (const [file, its] of Object.entries(commands)) {
    const code = readFileSync(path.join(root, file), 'utf8');
    assert.equal(code.match(new RegExp(calling, 'g'))?.length, Object.keys(its).length, file);
  }
});

test('every caller of what changes tickets is in the table', () => {
  const verbs = `changeLockedTicket changeTicket createTicket draftTicket insertDrafts bulkTickets placeTicket decideTriage
    moveTicketByCode moveTicketByDocket moveTicketForAgent updateTicketRow insertTickets moveOpenTickets`;
  // A call or a renamed import, but not the declaration.
  const names = verbs.split(/\s+/).join('|');
  const calls = new RegExp(`(?<!function )\\b(?:${names})(?:\\(| as )`);
  assert.deepEqual(filesWith(calls), Object.keys(callers).sort());
});

test('every statement that can set the status of tickets is known', () => {
  const sets =
    /update tickets set\s+(?:[^;`']*\b(?:status|own_status_id)\s*=|\$\{)|insert into tickets\b|defineInsert\(\s*'tickets'|insertPackedRows\('tickets'/;
  assert.deepEqual(filesWith(sets), Object.keys(statements).sort());
});

onEveryEngine('ways to done', (engine) => {
  let scene: GatedProject;
  before(async () => {
    scene = await openGatedProject(engine);
    url = await listen(scene.world.app);
  });
  after(() => scene.world.close());

  const ways = {
    ...operations,
    ...mcpTools,
    ...Object.assign({}, ...Object.values(commands)),
    ...callers,
    ...combined,
  };
  for (const [name, way] of Object.entries(ways) as [string, Way][]) {
    if (!('try' in way)) continue;
    test(`a ticket without proof does not become done by ${name}`, async () => {
      const gates = { criteria: true, review: 'agent_and_person', checks: true };
      assert.equal((await scene.setGates(gates)).status, 200);
      const ticket = await scene.newTicket({ criteria: [{ text: 'Rounded' }] });
      await way.try(scene, ticket);
      assert.notEqual(await scene.statusOf(ticket.id), 'done');
    });
  }
});
