import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sealNextEvents, verifyDatabase } from '../../src/sealed-history/index.ts';
import { readTar, writeTar } from '../backup/tar.ts';
import { fixture, runImport } from '../imports/import-scene.ts';
import { formOf, formWith } from '../support/form.ts';
import type { Person, World } from '../support/world.ts';

/** The lines of every kind, its files and its manifest. */
export interface ReadArchive {
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  rows: Record<string, any[]>;
  files: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  manifest: any;
}

export function readArchiveFile(content: Buffer): ReadArchive {
  const archive: ReadArchive = { rows: {}, files: {}, manifest: undefined };
  for (const { name, content: part } of readTar(content)) {
    const [folder = '', file = ''] = name.split('/');
    if (name === 'manifest.json') archive.manifest = JSON.parse(part.toString());
    else if (folder === 'files') archive.files[file] = part.toString();
    else if (file !== '') {
      archive.rows[folder] ??= [];
      const lines = gunzipSync(part).toString().split('\n').filter(Boolean);
      archive.rows[folder].push(...lines.map((line) => JSON.parse(line)));
    }
  }
  return archive;
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The archive with other rows and a manifest that fits them, as a person can make it by hand. A row may become several. */
export function editArchive(
  content: Buffer,
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the rows that it changes
  change: (kind: string, row: any) => object | object[],
): Buffer {
  const parts = new Map<string, { packed: Buffer; rows: number }>();
  const edited = readTar(content).map(({ name, content: part }) => {
    const [kind = ''] = name.split('/');
    if (!name.endsWith('.jsonl.gz')) return { name, content: part };
    const lines = gunzipSync(part).toString().split('\n').filter(Boolean);
    const rows = lines.flatMap((line) => change(kind, JSON.parse(line)));
    const packed = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    parts.set(name, { packed, rows: rows.length });
    return { name, content: packed };
  });
  let hash = '';
  return writeTar(
    edited.map(({ name, content: part }) => {
      if (name === 'manifest.json.sha256') return { name, content: Buffer.from(`${hash}  manifest.json\n`) };
      if (name !== 'manifest.json') return { name, content: part };
      const manifest = JSON.parse(part.toString());
      for (const entry of manifest.parts) {
        const part = parts.get(entry.name);
        if (!part) continue;
        const { packed, rows } = part;
        const kind = manifest.kinds.find(({ name: of }: { name: string }) => entry.name.startsWith(`${of}/`));
        kind.rows += rows - entry.rows;
        Object.assign(entry, { bytes: packed.length, sha256: sha256(packed), rows });
      }
      const written = Buffer.from(JSON.stringify(manifest));
      hash = sha256(written);
      return { name, content: written };
    }),
  );
}

/** Downloads an archive; without a project that of the instance. */
export async function download({ app }: World, { cookie }: Person, project?: string): Promise<Buffer> {
  const url = project === undefined ? '/api/admin/archive' : `/api/project/${project}/archive`;
  const response = await app.inject({ method: 'GET', url, headers: { cookie } });
  assert.equal(response.statusCode, 200, response.body.slice(0, 500));
  return response.rawPayload;
}

export async function ok(answer: Promise<{ status: number; body: { data: never } }>) {
  const { status, body } = await answer;
  assert.ok(status < 300, JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape
  return body.data as any;
}

/** A project with something in every kind of the archive. */
export async function buildFullProject(ada: Person, ben: Person, key: string) {
  const project = await ok(
    ada.post('/api/projects', { name: 'Engine', key, description: 'All of it', estimateUnit: 'points' }),
  );
  const url = `/api/project/${project.id}`;
  await ok(ada.post(`${url}/members`, { userId: ben.id, role: 'member' }));
  const field = await ok(
    ada.post(`${url}/fields`, { name: 'Customer', type: 'select', options: [{ name: 'ACME' }] }),
  );
  const owner = await ok(ada.post(`${url}/fields`, { name: 'Contact', type: 'person' }));
  await ok(ada.put(`${url}/workflow`, { statuses: [{ status: 'todo', name: 'Selected' }] }));
  await ok(ada.post(`${url}/workflow/statuses`, { status: 'in_review', name: 'QA', color: '#8250df' }));
  const group = await ok(ada.post('/api/groups', { projectId: project.id, name: 'Cycle 1', kind: 'cycle' }));
  const label = await ok(
    ada.post('/api/labels', { workspaceId: project.workspaceId, name: `odd ${key} 🦊`, color: '#d73a4a' }),
  );
  const create = (fields: object) => ok(ada.post('/api/tickets', { projectId: project.id, ...fields }));
  const epic = await create({ title: 'Epic "quoted" \u2028 🦊', type: 'EPIC', description: 'line\r\nbreak' });
  const ticket = await create({
    title: 'Child',
    parentId: epic.id,
    assigneeId: ben.id,
    groupId: group.id,
    labelIds: [label.id],
    dueDate: '2027-01-31',
    estimate: 2.5,
    ownStatusId: 'QA',
    fields: { Customer: 'ACME', Contact: ben.id },
  });
  await ok(ada.post(`/api/tickets/${ticket.id}/checklist`, { text: 'One step' }));
  const rates = await ok(ada.post(`/api/tickets/${ticket.id}/criteria`, { text: 'Rates are right' }));
  const check = { type: 'person', value: 'Ada' };
  await ok(ada.post(`/api/tickets/${ticket.id}/criteria`, { text: 'It looks right', check }));
  const report = { kind: 'test_report', criterionId: rates.id, commit: '1a2b3c4d', summary: 'Tests' };
  const junit = '<testsuite><testcase name="rate"/></testsuite>';
  await ok(
    ada.post(
      `/api/tickets/${ticket.id}/evidence`,
      ...formWith(report, { name: 'junit.xml', content: junit }),
    ),
  );
  await ok(ada.put(`/api/tickets/${ticket.id}/reviewers`, { userIds: ['me'] }));
  const review = { verdict: 'changes', comment: 'Round half up', commit: '1a2b3c4d' };
  await ok(ada.post(`/api/tickets/${ticket.id}/reviews`, review));
  await ok(ada.put(`${url}/agent-limits`, { tasksPerTicketPerDay: 3 }));
  await ok(ada.put(`${url}/agent-branches`, { paths: ['docs/**'], maxMegabytes: 5 }));
  await ok(ada.post(`${url}/updates`, { health: 'at_risk', text: 'The review takes longer' }));
  await ok(ada.put(url, { leadId: ben.id, targetDate: '2027-02-01' }));
  const initiative = await ok(
    ada.post('/api/initiatives', {
      workspaceId: project.workspaceId,
      name: `Goal of ${key}`,
      targetDate: '2027-03-01',
    }),
  );
  await ok(ada.put(`/api/initiatives/${initiative.id}/projects/${project.id}`, {}));
  await ok(ada.post(`${url}/memory`, { text: 'Deploy by tag', tags: ['release'] }));
  // Another project may not link the same repository.
  const repo = `acme/${randomUUID()}`;
  await ok(ada.put(url, { repositories: [repo] }));
  await ok(
    ada.put(`${url}/docs/corrections/9e204316eb6796d00318`, {
      repo,
      decision: 'edited',
      text: 'In our words',
    }),
  );
  const template = await ok(ada.post(`${url}/templates`, { name: 'Bug', ticket: { labelIds: [label.id] } }));
  const schedule = {
    name: 'Weekly',
    rule: 'FREQ=WEEKLY',
    startsAt: '2027-01-04T09:00',
    templateId: template.id,
  };
  await ok(ada.post(`${url}/schedules`, { ...schedule, ticket: { title: 'Again' } }));
  await ok(ada.put(url, { triage: true }));
  const form = await ok(ada.put(`${url}/intake-channels/form`, {}));
  const token = new URL(form.url).pathname.split('/').at(-1);
  await ok(ada.post(`/api/intake/${token}`, { title: 'Deleted', email: 'grace@example.org' }));
  const [gone] = await ok(ada.get(`/api/tickets?project=${project.id}&triage=waiting`));
  for (const decision of ['accept', 'return'])
    await ok(ada.post(`/api/tickets/${gone.id}/triage`, { decision }));
  await ok(ada.post(`/api/tickets/${ticket.id}/relations`, { kind: 'blocks', ticketId: epic.id }));
  await ok(ben.put(`/api/tickets/${ticket.id}/status`, { status: 'in_progress' }));
  await ok(ben.put(`/api/tickets/${ticket.id}/status`, { status: 'done' }));
  await ok(ada.post(`${url}/releases`, { version: '1.4', ticketIds: [ticket.id] }));
  const comment = await ok(ben.post(`/api/tickets/${ticket.id}/comments`, { content: 'Look, @Ada' }));
  await ok(ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Seen', parentId: comment.id }));
  await ok(ada.put(`/api/tickets/${ticket.id}/reactions/${encodeURIComponent('👍')}`));
  await ok(ada.put(`/api/tickets/${ticket.id}/comments/${comment.id}/reactions/${encodeURIComponent('🎉')}`));
  await ok(ben.post(`/api/tickets/${ticket.id}/time-logs`, { minutes: 90, description: 'Work' }));
  await ok(ada.post(`/api/tickets/${ticket.id}/watchers`, {}));
  await ok(
    ada.post('/api/views', {
      name: 'Open',
      scope: 'project',
      projectId: project.id,
      query: { assignee: ben.id, label: label.id },
    }),
  );
  for (const content of ['first file', '', 'x'.repeat(100_000)])
    await ok(ben.post(`/api/tickets/${ticket.id}/attachments`, ...formOf({ content })));
  await ok(ada.delete(`/api/tickets/${gone.id}`));
  await ok(ada.put(url, { automation: { moveWithTasks: false } }));
  await addEndedTask(ada, ben, epic);
  // Last, because nothing of the scene has an approval.
  await ok(ada.put(`${url}/gates`, { review: 'person' }));
  return { project, ticket, epic, field, owner, label, group, comment };
}

/** A task with everything that a worker and people can add, and an open one, which archives leave out. */
async function addEndedTask(ada: Person, ben: Person, { id: ticketId }: { id: string }): Promise<void> {
  const task = await ok(
    ada.post('/v1/agent-tasks', { ticketId, title: 'Fix it', instructions: 'With a test' }),
  );
  const { lease } = await ok(ben.post('/v1/agent-tasks/claim', { workerId: 'w' }));
  const report = (path: string, body: object) =>
    ok(ben.post(`/v1/agent-tasks/${task.id}/${path}`, { epoch: lease.epoch, ...body }));
  await report('activities', { type: 'action', content: 'Ran the tests', files: ['src/save.ts'] });
  await ok(ada.post(`/v1/agent-tasks/${task.id}/messages`, { text: 'Also the menu' }));
  const usage = { inputTokens: 100, seconds: 7, cost: { amount: 25, currency: 'EUR' } };
  const artifacts = [{ type: 'branch', title: 'fix-it' }];
  await report('complete', { result: { ok: true }, artifacts, usage });
  await ok(ada.post('/v1/agent-tasks', { ticketId, title: 'Open', instructions: 'Later' }));
}

/** Two projects and what lies between and beside them, so that every kind of the archive of the instance has a row. */
export async function buildFullInstance(world: World, ada: Person, ben: Person) {
  const scene = await buildFullProject(ada, ben, 'ENG');
  const team = await ok(ada.post('/api/workspaces', { name: 'Team' }));
  await ok(ada.post(`/api/workspaces/${team.id}/members`, { userId: ben.id, role: 'admin' }));
  const agent = await ok(ada.post('/api/agents', { name: 'Fixer' }));
  await ok(ada.post('/api/project/ENG/members', { userId: agent.id, role: 'member' }));
  await ok(ada.post(`/api/workspaces/${team.id}/members`, { userId: agent.id, role: 'member' }));
  const web = await ok(ada.post('/api/projects', { name: 'Web', key: 'WEB', workspaceId: team.id }));
  await ok(ada.put('/api/project/WEB', { automation: { openTickets: true } }));
  await ok(ada.put('/api/project/WEB/triggers', { triggers: [{ event: 'issues', ignore: true }] }));
  await ok(ada.put('/api/project/WEB/cycle-schedule', { active: true }));
  await runImport(world, ada, 'WEB', { product: 'github', files: [fixture('github-issues.json')] });
  const near = await ok(ada.post('/api/tickets', { title: 'Near', projectId: web.id, assigneeId: agent.id }));
  const moved = await ok(ada.post('/api/tickets', { title: 'Moved', projectId: 'ENG' }));
  await ok(ada.put(`/api/tickets/${moved.id}`, { projectId: web.id }));
  await ok(ada.post(`/api/tickets/${near.id}/relations`, { kind: 'blocks', ticketId: scene.ticket.id }));
  const loose = await ok(ada.post('/api/tickets', { title: 'Loose', workspaceId: team.id }));
  await ok(ada.post(`/api/tickets/${loose.id}/attachments`, ...formOf({ content: 'of no project' })));
  const own = await ok(ada.post('/api/views', { name: 'Mine', scope: 'personal', query: {} }));
  await ok(
    ada.post('/api/views', {
      name: 'Team',
      scope: 'workspace',
      workspaceId: team.id,
      query: { assignee: 'me' },
    }),
  );
  await ok(ada.put(`/api/views/${own.id}/star`));
  await ok(ada.put(`/api/views/${own.id}/subscription`));
  const gone = await ok(ada.post('/api/projects', { name: 'Gone', key: 'GONE' }));
  await ok(ada.delete(`/api/project/${gone.id}`));
  const sealing = { db: world.db, clock: world.clock, box: world.context.secretBox };
  while ((await verifyDatabase(world.db.reads)).sealed === 0) await sealNextEvents(sealing);
  return { ...scene, team, web, near, loose, agent };
}
