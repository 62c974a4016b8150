import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ProjectRole } from '../../src/projects/index.ts';
import { onEngineOfToday } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { isDue, runsAll } from '../support/rotation.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const standings = ['outside, private', 'outside, public', 'viewer', 'member', 'admin', 'owner'] as const;
type Standing = (typeof standings)[number];

/** The items that a row acts on. Rows that do not use them up share one subject per standing. */
interface Subject {
  project: string;
  ticket: string;
  comment: string;
  attachment: string;
  someMember: string;
  otherOwner: string;
  newcomer: string;
  /** The id of another item that a row prepares. */
  other?: string;
}

interface Row {
  operation: string;
  note?: string;
  prepare?: (owner: Person, subject: Subject) => Promise<unknown>;
  call: (person: Person, subject: Subject) => Promise<{ status: number }>;
  /** Statuses in the order of the standings. */
  expected: [number, number, number, number, number, number];
  /** The request works only once, or removes what other rows need: the row gets its own subject. */
  usesUpSubject?: true;
  /** The same request with an invalid body: callers without permission get 403 or 404, not 400. */
  invalid?: (person: Person, subject: Subject) => Promise<{ status: number }>;
}

const readers: Row['expected'] = [403, 200, 200, 200, 200, 200];
/** Members alone, also in a public project. */
const memberReaders: Row['expected'] = [403, 403, 200, 200, 200, 200];
const writers: Row['expected'] = [403, 403, 403, 200, 200, 200];
const followers: Row['expected'] = [403, 201, 201, 201, 201, 201];
const creators: Row['expected'] = [403, 403, 403, 201, 201, 201];
const admins: Row['expected'] = [403, 403, 403, 403, 200, 200];
const owners: Row['expected'] = [403, 403, 403, 403, 403, 200];

const queueTask = async (owner: Person, s: Subject) => {
  const fields = { ticketId: s.ticket, title: 'Task', instructions: 'Do it.' };
  s.other = (await owner.post('/v1/agent-tasks', fields)).body.data.id;
};
/** By owner: the last one. A person has at most two unfinished ones, so the last is cancelled before the next. */
const lastImports = new Map<string, string>();
const newImport = async (owner: Person, s: Subject) => {
  await owner.delete(`/api/imports/${lastImports.get(owner.id)}`);
  const created = await owner.post(`/api/project/${s.project}/imports`, { product: 'csv' });
  s.other = created.body.data.id as string;
  lastImports.set(owner.id, s.other);
};
/** A person may have two unfinished imports, and no worker finishes them here. */
const cancelImport = (person: Pick<Person, 'delete'>, id: string | undefined) =>
  person.delete(`/api/imports/${id}`);
/** A ticket that no other row has changed. */
const newTicket = async (owner: Person, s: Subject) => {
  const fields = { title: 'Untouched', projectId: s.project };
  s.ticket = (await owner.post('/api/tickets', fields)).body.data.id;
};
const claimTask = async (owner: Person, s: Subject) => {
  await queueTask(owner, s);
  const claim = { workerId: 'owner', projectId: s.project };
  s.other = (await owner.post('/v1/agent-tasks/claim', claim)).body.data.id;
};
/** Reports of a worker that does not hold the task: 403 without permission to work there, otherwise 409. */
const reports: Row[] = (
  [
    ['heartbeatAgentTask', 'heartbeat', {}],
    ['reportAgentTaskActivity', 'activities', { content: 'Hello' }],
    ['addAgentTaskArtifact', 'artifacts', { type: 'link' }],
    ['addAgentTaskEvidence', 'evidence', { kind: 'command', passed: true, summary: 'Exit 0' }],
    ['completeAgentTask', 'complete', {}],
    ['failAgentTask', 'fail', { error: 'No' }],
    ['releaseAgentTask', 'release', {}],
    ['askAboutAgentTask', 'ask', { question: 'How?' }],
    ['openAgentTaskPullRequest', 'pull-request', { branch: 'docket/X-1/fix' }],
  ] as const
).map(([operation, action, body]) => ({
  operation,
  note: 'held by somebody else',
  prepare: claimTask,
  call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/${action}`, { epoch: 1, ...body }),
  invalid: (p, s) => p.post(`/v1/agent-tasks/${s.other}/${action}`, { epoch: 'x' }),
  expected: [403, 403, 403, 409, 409, 409],
}));

/** A view of the project that its owner saved. */
const saveView = async (owner: Person, s: Subject) => {
  const fields = { name: `View ${++viewCount}`, scope: 'project', projectId: s.project };
  s.other = (await owner.post('/api/views', fields)).body.data.id;
};
let viewCount = 0;

/** A field of the project. */
const addField = async (owner: Person, s: Subject) => {
  const fields = { name: `Field ${++fieldCount}`, type: 'text' };
  s.other = (await owner.post(`/api/project/${s.project}/fields`, fields)).body.data.id;
};
let fieldCount = 0;

const addTemplate = async (owner: Person, s: Subject) => {
  const fields = { name: `Template ${++templateCount}`, ticket: { title: 'T' } };
  s.other = (await owner.post(`/api/project/${s.project}/templates`, fields)).body.data.id;
};
let templateCount = 0;

const addOwnStatus = async (owner: Person, s: Subject) => {
  const url = `/api/project/${s.project}/workflow/statuses`;
  // A project has at most 24.
  if (s.other) await owner.delete(`${url}/${s.other}`);
  const name = `Status ${++ownStatusCount}`;
  const { statuses } = (await owner.post(url, { status: 'todo', name })).body.data;
  s.other = statuses.find((own: { name: string | null }) => own.name === name).id;
};
let ownStatusCount = 0;

const weekly = {
  name: 'Weekly',
  rule: 'FREQ=WEEKLY',
  startsAt: '2026-11-16T09:00',
  ticket: { title: 'Weekly' },
};
const addSchedule = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/project/${s.project}/schedules`, weekly)).body.data.id;
};
const occurrences = new URLSearchParams({ rule: weekly.rule, startsAt: weekly.startsAt });

const addCriterion = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/tickets/${s.ticket}/criteria`, { text: 'It holds' })).body.data.id;
};
/** The criteria of a ticket that no other row has changed. */
const addFirstCriterion = async (owner: Person, s: Subject) => {
  await newTicket(owner, s);
  await addCriterion(owner, s);
};
const addChecklistItem = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/tickets/${s.ticket}/checklist`, { text: 'Item' })).body.data.id;
};

const addNote = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/project/${s.project}/memory`, { text: 'Known' })).body.data.id;
};

const codeHost = { kind: 'github', token: 'a-token' };

const addUpdate = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/project/${s.project}/updates`, { health: 'at_risk' })).body.data.id;
};

const addRelease = async (owner: Person, s: Subject) => {
  s.other = (await owner.post(`/api/project/${s.project}/releases`, { version: '1.4' })).body.data.id;
};

const linkRepository = (owner: Person, s: Subject) =>
  owner.put(`/api/project/${s.project}`, { repositories: ['acme/site'] });
const entry = '9e204316eb6796d00318';

const table: Row[] = [
  {
    operation: 'listDocsCorrections',
    prepare: linkRepository,
    call: (p, s) => p.get(`/api/project/${s.project}/docs/corrections?repo=acme/site`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/docs/corrections?repo=acme/site&limit=none`),
    expected: memberReaders,
  },
  {
    operation: 'decideDocsEntry',
    prepare: linkRepository,
    call: (p, s) =>
      p.put(`/api/project/${s.project}/docs/corrections/${entry}`, {
        repo: 'acme/site',
        decision: 'dropped',
      }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/docs/corrections/${entry}`, { decision: 'lost' }),
    expected: writers,
  },
  {
    operation: 'listReleases',
    call: (p, s) => p.get(`/api/project/${s.project}/releases`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/releases?limit=none`),
    expected: readers,
  },
  {
    operation: 'addRelease',
    call: (p, s) => p.post(`/api/project/${s.project}/releases`, { version: '1.4' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/releases`, { version: '' }),
    expected: creators,
  },
  {
    operation: 'deleteRelease',
    prepare: addRelease,
    call: (p, s) => p.delete(`/api/project/${s.project}/releases/${s.other}`),
    expected: writers,
  },
  {
    operation: 'listProjectUpdates',
    call: (p, s) => p.get(`/api/project/${s.project}/updates`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/updates?limit=none`),
    expected: readers,
  },
  {
    operation: 'postProjectUpdate',
    call: (p, s) => p.post(`/api/project/${s.project}/updates`, { health: 'on_track', text: 'Fine' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/updates`, { health: 'fine' }),
    expected: creators,
  },
  {
    operation: 'deleteProjectUpdate',
    prepare: addUpdate,
    call: (p, s) => p.delete(`/api/project/${s.project}/updates/${s.other}`),
    expected: admins,
  },
  {
    operation: 'listNotes',
    call: (p, s) => p.get(`/api/project/${s.project}/memory`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/memory?state=lost`),
    expected: readers,
  },
  {
    operation: 'addNote',
    call: (p, s) => p.post(`/api/project/${s.project}/memory`, { text: 'Known' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/memory`, { text: '' }),
    expected: creators,
  },
  {
    operation: 'updateNote',
    prepare: addNote,
    call: (p, s) => p.put(`/api/project/${s.project}/memory/${s.other}`, { text: 'Known better' }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/memory/${s.other}`, { text: '' }),
    expected: writers,
  },
  {
    operation: 'acceptNote',
    prepare: addNote,
    call: (p, s) => p.post(`/api/project/${s.project}/memory/${s.other}/accept`),
    expected: writers,
  },
  {
    operation: 'deleteNote',
    prepare: addNote,
    call: (p, s) => p.delete(`/api/project/${s.project}/memory/${s.other}`),
    expected: writers,
  },
  {
    operation: 'getCodeHost',
    prepare: (owner, s) => owner.put(`/api/project/${s.project}/code-host`, codeHost),
    call: (p, s) => p.get(`/api/project/${s.project}/code-host`),
    expected: admins,
  },
  {
    operation: 'listProjectRepositories',
    call: (p, s) => p.get(`/api/project/${s.project}/repositories`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/repositories?page=0`),
    expected: readers,
  },
  {
    operation: 'setCodeHost',
    call: (p, s) => p.put(`/api/project/${s.project}/code-host`, codeHost),
    invalid: (p, s) => p.put(`/api/project/${s.project}/code-host`, {}),
    expected: admins,
  },
  {
    operation: 'deleteCodeHost',
    prepare: (owner, s) => owner.put(`/api/project/${s.project}/code-host`, codeHost),
    call: (p, s) => p.delete(`/api/project/${s.project}/code-host`),
    expected: admins,
  },
  ...reports,
  {
    operation: 'listUsers',
    call: (p, s) => p.get(`/api/users?project=${s.project}`),
    expected: readers,
  },
  {
    operation: 'getAgentTask',
    prepare: queueTask,
    call: (p, s) => p.get(`/v1/agent-tasks/${s.other}`),
    expected: readers,
  },
  {
    operation: 'getAgentTaskContext',
    prepare: queueTask,
    call: (p, s) => p.get(`/v1/agent-tasks/${s.other}/context`),
    invalid: (p, s) => p.get(`/v1/agent-tasks/${s.other}/context?max=1`),
    expected: readers,
  },
  {
    operation: 'getAgentTaskWorkflow',
    prepare: queueTask,
    call: (p, s) => p.get(`/v1/agent-tasks/${s.other}/workflow`),
    expected: writers,
  },
  {
    operation: 'getAgentWorkflow',
    call: (p, s) => p.get(`/api/project/${s.project}/agent-workflow`),
    expected: memberReaders,
  },
  {
    operation: 'listLanding',
    call: (p, s) => p.get(`/api/project/${s.project}/landing`),
    expected: memberReaders,
  },
  {
    operation: 'refreshAgentWorkflow',
    call: (p, s) => p.post(`/api/project/${s.project}/agent-workflow/refresh`),
    expected: writers,
  },
  {
    operation: 'listAgentTaskActivities',
    prepare: queueTask,
    call: (p, s) => p.get(`/v1/agent-tasks/${s.other}/activities`),
    invalid: (p, s) => p.get(`/v1/agent-tasks/${s.other}/activities?page=0`),
    expected: readers,
  },
  {
    operation: 'listTicketAgentTasks',
    prepare: queueTask,
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/agent-tasks`),
    invalid: (p, s) => p.get(`/api/tickets/${s.ticket}/agent-tasks?page=0`),
    expected: readers,
  },
  {
    operation: 'createAgentTask',
    call: (p, s) => p.post('/v1/agent-tasks', { projectId: s.project, title: 'New', instructions: '' }),
    expected: creators,
  },
  {
    operation: 'claimAgentTask',
    prepare: queueTask,
    call: (p, s) => p.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: s.project }),
    expected: writers,
  },
  {
    operation: 'answerAgentTask',
    prepare: async (owner, s) => {
      await claimTask(owner, s);
      await owner.post(`/v1/agent-tasks/${s.other}/ask`, { epoch: 1, question: 'How?' });
    },
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/answer`, { answer: 'So.' }),
    invalid: (p, s) => p.post(`/v1/agent-tasks/${s.other}/answer`, {}),
    expected: writers,
  },
  {
    operation: 'cancelAgentTask',
    prepare: queueTask,
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/cancel`, {}),
    invalid: (p, s) => p.post(`/v1/agent-tasks/${s.other}/cancel`, { reason: 5 }),
    expected: writers,
  },
  {
    operation: 'listAgentTaskMessages',
    prepare: queueTask,
    call: (p, s) => p.get(`/v1/agent-tasks/${s.other}/messages`),
    invalid: (p, s) => p.get(`/v1/agent-tasks/${s.other}/messages?page=0`),
    expected: readers,
  },
  {
    operation: 'sendAgentTaskMessage',
    prepare: queueTask,
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/messages`, { text: 'Hello' }),
    invalid: (p, s) => p.post(`/v1/agent-tasks/${s.other}/messages`, {}),
    expected: creators,
  },
  {
    operation: 'stopAgentTask',
    prepare: claimTask,
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/stop`),
    expected: writers,
  },
  {
    operation: 'getTicketAgentBudget',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/agent-budget`),
    expected: readers,
  },
  {
    operation: 'setTicketAgentBudget',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/agent-budget`, { amount: 500, currency: 'EUR' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/agent-budget`, { amount: -1, currency: 'EUR' }),
    expected: writers,
  },
  {
    operation: 'deleteTicketAgentBudget',
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/agent-budget`),
    expected: writers,
  },
  {
    operation: 'getProjectAgentUsage',
    call: (p, s) => p.get(`/api/project/${s.project}/agent-usage`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/agent-usage?from=x`),
    expected: readers,
  },
  {
    operation: 'listTicketAgentUsage',
    call: (p, s) => p.get(`/api/project/${s.project}/agent-usage/tickets`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/agent-usage/tickets?from=x`),
    expected: readers,
  },
  {
    operation: 'retryAgentTask',
    prepare: async (owner, s) => {
      await queueTask(owner, s);
      await owner.post(`/v1/agent-tasks/${s.other}/cancel`, {});
    },
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/retry`),
    expected: writers,
  },
  {
    operation: 'unholdAgentTask',
    prepare: queueTask,
    call: (p, s) => p.post(`/v1/agent-tasks/${s.other}/unhold`),
    expected: admins,
  },
  {
    operation: 'createView',
    call: (p, s) =>
      p.post('/api/views', { name: `Mine ${++viewCount}`, scope: 'project', projectId: s.project }),
    expected: creators,
  },
  {
    operation: 'getView',
    prepare: saveView,
    call: (p, s) => p.get(`/api/views/${s.other}`),
    expected: readers,
  },
  {
    operation: 'updateView',
    prepare: saveView,
    call: (p, s) => p.put(`/api/views/${s.other}`, { query: { status: 'todo' } }),
    invalid: (p, s) => p.put(`/api/views/${s.other}`, { query: { status: 'nope' } }),
    expected: writers,
  },
  {
    operation: 'deleteView',
    note: 'somebody else’s',
    prepare: saveView,
    call: (p, s) => p.delete(`/api/views/${s.other}`),
    expected: admins,
  },
  {
    operation: 'starView',
    prepare: saveView,
    call: (p, s) => p.put(`/api/views/${s.other}/star`),
    expected: readers,
  },
  {
    operation: 'unstarView',
    prepare: saveView,
    call: (p, s) => p.delete(`/api/views/${s.other}/star`),
    expected: readers,
  },
  {
    operation: 'subscribeView',
    prepare: saveView,
    call: (p, s) => p.put(`/api/views/${s.other}/subscription`),
    expected: readers,
  },
  {
    operation: 'unsubscribeView',
    prepare: saveView,
    call: (p, s) => p.delete(`/api/views/${s.other}/subscription`),
    expected: readers,
  },
  { operation: 'getTicket', call: (p, s) => p.get(`/api/tickets/${s.ticket}`), expected: readers },
  {
    operation: 'listComments',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/comments`),
    expected: readers,
  },
  {
    operation: 'listAttachments',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/attachments`),
    invalid: (p, s) => p.get(`/api/tickets/${s.ticket}/attachments?page=0`),
    expected: readers,
  },
  {
    operation: 'downloadAttachment',
    call: (p, s) => p.get(`/api/attachments/${s.attachment}`),
    invalid: (p, s) => p.get(`/api/attachments/${s.attachment}?inline=x`),
    expected: readers,
  },
  { operation: 'getProject', call: (p, s) => p.get(`/api/project/${s.project}`), expected: readers },
  {
    operation: 'getProjectStats',
    call: (p, s) => p.get(`/api/project/${s.project}/stats`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/stats?period=x`),
    expected: readers,
  },
  {
    operation: 'getProjectSeries',
    call: (p, s) => p.get(`/api/project/${s.project}/stats/series`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/stats/series?from=x`),
    expected: readers,
  },
  {
    operation: 'getForecast',
    call: (p, s) => p.get(`/api/project/${s.project}/forecast`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/forecast?by=x`),
    expected: readers,
  },
  {
    operation: 'listCompletedTickets',
    call: (p, s) => p.get(`/api/project/${s.project}/stats/tickets`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/stats/tickets?from=x`),
    expected: readers,
  },
  {
    operation: 'getGroupSeries',
    prepare: async (owner, s) => {
      s.other = (await owner.post('/api/groups', { name: 'Sprint', projectId: s.project })).body.data.id;
    },
    call: (p, s) => p.get(`/api/groups/${s.other}/stats/series`),
    invalid: (p, s) => p.get(`/api/groups/${s.other}/stats/series?timezone=Nowhere`),
    expected: readers,
  },
  {
    operation: 'getGroupReport',
    prepare: async (owner, s) => {
      s.other = (await owner.post('/api/groups', { name: 'Sprint', projectId: s.project })).body.data.id;
    },
    call: (p, s) => p.get(`/api/groups/${s.other}/report`),
    invalid: (p, s) => p.get(`/api/groups/${s.other}/report?timezone=Nowhere`),
    expected: readers,
  },
  {
    operation: 'carryOver',
    prepare: async (owner, s) => {
      const cycle = { kind: 'cycle', projectId: s.project };
      const first = { ...cycle, name: 'Sprint 1', startsAt: '2026-11-02' };
      s.other = (await owner.post('/api/groups', first)).body.data.id;
      await owner.post('/api/groups', { ...cycle, name: 'Sprint 2', startsAt: '2026-11-16' });
    },
    call: (p, s) => p.post(`/api/groups/${s.other}/carry-over`, {}),
    invalid: (p, s) => p.post(`/api/groups/${s.other}/carry-over`, { to: 5 }),
    expected: writers,
  },
  { operation: 'listMembers', call: (p, s) => p.get(`/api/project/${s.project}/members`), expected: readers },
  {
    operation: 'createTicket',
    call: (p, s) => p.post('/api/tickets', { title: 'New', projectId: s.project }),
    expected: creators,
  },
  {
    operation: 'bulkTickets',
    note: 'creating',
    call: (p, s) => p.post('/api/tickets/bulk', { tickets: [{ title: 'New', projectId: s.project }] }),
    expected: creators,
  },
  {
    operation: 'bulkTickets',
    note: 'changing',
    call: (p, s) => p.post('/api/tickets/bulk', { tickets: [{ id: s.ticket, title: 'Changed' }] }),
    expected: writers,
  },
  {
    operation: 'updateTicket',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}`, { title: 'Changed' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}`, { title: 5 }),
    expected: writers,
  },
  {
    operation: 'changeStatus',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/status`, { status: 'done' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/status`, { status: 'nope' }),
    expected: writers,
  },
  {
    operation: 'assignTicket',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/assignee`, { assigneeId: s.someMember }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/assignee`, {}),
    expected: writers,
  },
  {
    operation: 'placeTicket',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/rank`, { position: 'first' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/rank`, { position: 'middle' }),
    expected: writers,
  },
  {
    operation: 'addComment',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/comments`, { content: 'Hello' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/comments`, {}),
    expected: creators,
  },
  ...(['', 'Comment'] as const).flatMap((kind): Row[] => {
    const url = (s: Subject, emoji: string) =>
      `/api/tickets/${s.ticket}${kind && `/comments/${s.comment}`}/reactions/${encodeURIComponent(emoji)}`;
    return [
      {
        operation: `add${kind}Reaction`,
        call: (p, s) => p.put(url(s, '👍')),
        invalid: (p, s) => p.put(url(s, 'x')),
        expected: writers,
      },
      {
        operation: `remove${kind}Reaction`,
        call: (p, s) => p.delete(url(s, '👍')),
        invalid: (p, s) => p.delete(url(s, 'x')),
        expected: writers,
      },
    ];
  }),
  {
    operation: 'listTimeLogs',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/time-logs`),
    expected: readers,
  },
  {
    operation: 'listWatchers',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/watchers`),
    invalid: (p, s) => p.get(`/api/tickets/${s.ticket}/watchers?page=0`),
    expected: readers,
  },
  {
    operation: 'watchTicket',
    prepare: newTicket,
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/watchers`),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/watchers`, { userId: 5 }),
    expected: followers,
  },
  {
    operation: 'watchTicket',
    note: 'somebody else',
    prepare: newTicket,
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/watchers`, { userId: s.someMember }),
    expected: creators,
  },
  {
    operation: 'unwatchTicket',
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/watchers`),
    expected: readers,
  },
  {
    operation: 'unwatchTicket',
    note: 'somebody else',
    prepare: newTicket,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/watchers?userId=${s.someMember}`),
    expected: writers,
  },
  {
    operation: 'setTicketPresence',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/presence`, { tab: 'a-tab-of-theirs' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/presence`, { tab: 5 }),
    expected: readers,
  },
  {
    operation: 'setProjectPresence',
    call: (p, s) => p.put(`/api/project/${s.project}/presence`, { tab: 'a-tab-of-theirs' }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/presence`, { tab: 5 }),
    expected: readers,
  },
  {
    operation: 'openText',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/texts/description/session`, {}),
    expected: writers,
  },
  {
    operation: 'editText',
    prepare: async (owner, s) => {
      const opened = await owner.post(`/api/tickets/${s.ticket}/texts/description/session`, {});
      s.other = opened.body.data.id;
    },
    call: (p, s) =>
      p.post(`/api/tickets/${s.ticket}/texts/description/edits`, {
        ...{ session: s.other, client: 'a-tab-of-theirs', number: 1, base: 0, storedVersion: 0, edits: [] },
      }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/texts/description/edits`, { base: -1 }),
    expected: writers,
  },
  {
    operation: 'setReminder',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/reminder`, { remindAt: '2029-01-01T00:00:00.000Z' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/reminder`, { remindAt: 5 }),
    expected: readers,
  },
  {
    operation: 'removeReminder',
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/reminder`),
    expected: readers,
  },
  {
    operation: 'listRelations',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/relations`),
    expected: readers,
  },
  {
    operation: 'listLinks',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/links`),
    invalid: (p, s) => p.get(`/api/tickets/${s.ticket}/links?page=0`),
    expected: readers,
  },
  { operation: 'listHistory', call: (p, s) => p.get(`/api/tickets/${s.ticket}/history`), expected: readers },
  {
    operation: 'logTime',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/time-logs`, { minutes: 5 }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/time-logs`, {}),
    expected: creators,
  },
  {
    operation: 'addRelation',
    prepare: async (owner, s) => {
      s.other = (await owner.post('/api/tickets', { title: 'Other', projectId: s.project })).body.data.id;
    },
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/relations`, { kind: 'relates', ticketId: s.other }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/relations`, {}),
    expected: creators,
  },
  {
    operation: 'decideTriage',
    usesUpSubject: true,
    prepare: async (owner, s) => {
      await owner.put(`/api/project/${s.project}`, { triage: true });
      await owner.put(`/api/tickets/${s.ticket}`, { triage: 'waiting' });
    },
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/triage`, { decision: 'accept' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/triage`, { decision: 'eat' }),
    expected: writers,
  },
  {
    operation: 'listPossibleDuplicates',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/possible-duplicates`),
    expected: readers,
  },
  {
    operation: 'getTicketSender',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/sender`),
    expected: readers,
  },
  {
    operation: 'removeRelation',
    prepare: async (owner, s) => {
      s.other = (await owner.post('/api/tickets', { title: 'Other', projectId: s.project })).body.data.id;
      await owner.post(`/api/tickets/${s.ticket}/relations`, { kind: 'blocks', ticketId: s.other });
    },
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/relations/blocks/${s.other}`),
    invalid: (p, s) => p.delete(`/api/tickets/${s.ticket}/relations/eats/${s.other}`),
    expected: writers,
  },
  {
    operation: 'changeTimeLog',
    note: 'somebody else’s',
    prepare: async (owner, s) => {
      s.other = (await owner.post(`/api/tickets/${s.ticket}/time-logs`, { minutes: 5 })).body.data.id;
    },
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/time-logs/${s.other}`, { minutes: 6 }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/time-logs/${s.other}`, { minutes: 0 }),
    expected: [403, 403, 403, 403, 403, 403],
  },
  {
    operation: 'deleteTimeLog',
    note: 'somebody else’s',
    prepare: async (owner, s) => {
      s.other = (await owner.post(`/api/tickets/${s.ticket}/time-logs`, { minutes: 5 })).body.data.id;
    },
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/time-logs/${s.other}`),
    expected: admins,
  },
  {
    operation: 'editComment',
    note: 'somebody else’s',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/comments/${s.comment}`, { content: 'Not mine' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/comments/${s.comment}`, {}),
    expected: [403, 403, 403, 403, 403, 403],
  },
  {
    operation: 'resolveThread',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/comments/${s.comment}/thread`, { resolved: true }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/comments/${s.comment}/thread`, {}),
    expected: writers,
  },
  {
    operation: 'deleteComment',
    note: 'somebody else’s',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/comments/${s.comment}`),
    expected: admins,
  },
  {
    operation: 'addAttachments',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/attachments`, ...formOf({ content: 'Mine' })),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/attachments`, ...formOf()),
    expected: creators,
  },
  {
    operation: 'deleteAttachment',
    note: 'somebody else’s',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/attachments/${s.attachment}`),
    expected: admins,
  },
  {
    operation: 'deleteTicket',
    note: 'somebody else’s',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}`),
    expected: admins,
  },
  {
    operation: 'restoreTicket',
    note: 'somebody else’s',
    usesUpSubject: true,
    prepare: (owner, s) => owner.delete(`/api/tickets/${s.ticket}`),
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/restore`),
    expected: admins,
  },
  {
    operation: 'updateProject',
    call: (p, s) => p.put(`/api/project/${s.project}`, { description: 'Changed' }),
    invalid: (p, s) => p.put(`/api/project/${s.project}`, { name: '' }),
    expected: admins,
  },
  {
    operation: 'deleteProject',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/project/${s.project}`),
    expected: owners,
  },
  {
    operation: 'restoreProject',
    usesUpSubject: true,
    prepare: (owner, s) => owner.delete(`/api/project/${s.project}`),
    call: (p, s) => p.post(`/api/project/${s.project}/restore`),
    expected: owners,
  },
  {
    operation: 'addMember',
    note: 'as a member',
    call: (p, s) => p.post(`/api/project/${s.project}/members`, { userId: s.newcomer, role: 'member' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/members`, { role: 'king' }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'addMember',
    note: 'as an owner',
    usesUpSubject: true,
    call: (p, s) => p.post(`/api/project/${s.project}/members`, { userId: s.newcomer, role: 'owner' }),
    expected: [403, 403, 403, 403, 403, 201],
  },
  {
    operation: 'addMember',
    note: 'demoting an owner',
    usesUpSubject: true,
    call: (p, s) => p.post(`/api/project/${s.project}/members`, { userId: s.otherOwner, role: 'viewer' }),
    expected: owners,
  },
  {
    operation: 'createInvitation',
    note: 'as a member',
    call: (p, s) => p.post('/api/invitations', { email: 'new@example.org', projectId: s.project }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'createInvitation',
    note: 'as an owner',
    call: (p, s) =>
      p.post('/api/invitations', { email: 'chief@example.org', projectId: s.project, role: 'owner' }),
    expected: [403, 403, 403, 403, 403, 201],
  },
  {
    operation: 'createInvitation',
    note: 'without a project',
    call: (p) => p.post('/api/invitations', { email: 'new@example.org' }),
    expected: [403, 403, 403, 403, 403, 403],
  },
  {
    operation: 'listInvitations',
    call: (p, s) => p.get(`/api/invitations?project=${s.project}`),
    invalid: (p, s) => p.get(`/api/invitations?project=${s.project}&page=0`),
    expected: admins,
  },
  {
    operation: 'removeMember',
    note: 'a member',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/project/${s.project}/members/${s.someMember}`),
    expected: admins,
  },
  {
    operation: 'removeMember',
    note: 'an owner',
    usesUpSubject: true,
    call: (p, s) => p.delete(`/api/project/${s.project}/members/${s.otherOwner}`),
    expected: owners,
  },
  {
    operation: 'listAccessTokens',
    call: (p, s) => p.get(`/api/project/${s.project}/access-tokens`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/access-tokens?page=0`),
    expected: admins,
  },
  {
    operation: 'createAccessToken',
    call: (p, s) => p.post(`/api/project/${s.project}/access-tokens`, { name: 'CI' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/access-tokens`, { name: '' }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'revokeAccessToken',
    prepare: async (owner, s) => {
      s.other = (await owner.post(`/api/project/${s.project}/access-tokens`, { name: 'CI' })).body.data.id;
    },
    call: (p, s) => p.delete(`/api/project/${s.project}/access-tokens/${s.other}`),
    expected: admins,
  },
  {
    operation: 'exportProject',
    call: (p, s) => p.get(`/api/project/${s.project}/archive`),
    expected: admins,
  },
  {
    operation: 'listImports',
    call: (p, s) => p.get(`/api/project/${s.project}/imports`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/imports?page=0`),
    expected: admins,
  },
  {
    operation: 'createImport',
    call: async (p, s) => {
      const answer = await p.post(`/api/project/${s.project}/imports`, { product: 'csv' });
      await cancelImport(p, answer.body.data?.id);
      return answer;
    },
    invalid: (p, s) => p.post(`/api/project/${s.project}/imports`, { product: 'paper' }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'getImport',
    prepare: newImport,
    call: (p, s) => p.get(`/api/imports/${s.other}`),
    expected: admins,
  },
  {
    operation: 'streamImport',
    prepare: newImport,
    call: (p, s) => p.get(`/api/imports/${s.other}/events`),
    expected: admins,
  },
  {
    operation: 'addImportFiles',
    prepare: newImport,
    call: (p, s) => p.post(`/api/imports/${s.other}/files`, ...formOf({ content: 'title' })),
    invalid: (p, s) => p.post(`/api/imports/${s.other}/files`, ...formOf()),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'previewImport',
    prepare: async (owner, s) => {
      await newImport(owner, s);
      await owner.post(`/api/imports/${s.other}/files`, ...formOf({ content: 'title' }));
    },
    call: (p, s) => p.post(`/api/imports/${s.other}/preview`, {}),
    invalid: (p, s) => p.post(`/api/imports/${s.other}/preview`, { mapping: 7 }),
    expected: admins,
  },
  {
    operation: 'startImport',
    prepare: async (owner, s) => {
      await newImport(owner, s);
      await owner.post(`/api/imports/${s.other}/files`, ...formOf({ content: 'title' }));
    },
    call: async (p, s) => {
      const answer = await p.post(`/api/imports/${s.other}/start`, { dryRun: true });
      await cancelImport(p, s.other);
      return answer;
    },
    invalid: (p, s) => p.post(`/api/imports/${s.other}/start`, { dryRun: 'perhaps' }),
    expected: admins,
  },
  {
    operation: 'cancelImport',
    prepare: newImport,
    call: (p, s) => p.delete(`/api/imports/${s.other}`),
    expected: admins,
  },
  {
    operation: 'listIntakeChannels',
    call: (p, s) => p.get(`/api/project/${s.project}/intake-channels`),
    expected: admins,
  },
  {
    operation: 'openIntakeChannel',
    call: (p, s) => p.put(`/api/project/${s.project}/intake-channels/form`, {}),
    invalid: (p, s) => p.put(`/api/project/${s.project}/intake-channels/pigeon`, {}),
    expected: admins,
  },
  {
    operation: 'closeIntakeChannel',
    prepare: (owner, s) => owner.put(`/api/project/${s.project}/intake-channels/form`, {}),
    call: (p, s) => p.delete(`/api/project/${s.project}/intake-channels/form`),
    invalid: (p, s) => p.delete(`/api/project/${s.project}/intake-channels/pigeon`),
    expected: admins,
  },
  {
    operation: 'listInboundSecrets',
    prepare: (owner, s) => owner.post(`/api/project/${s.project}/inbound-secrets`, { provider: 'github' }),
    call: (p, s) => p.get(`/api/project/${s.project}/inbound-secrets`),
    expected: admins,
  },
  {
    operation: 'setInboundSecret',
    call: (p, s) => p.post(`/api/project/${s.project}/inbound-secrets`, { provider: 'github' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/inbound-secrets`, { provider: 'generic' }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'deleteInboundSecret',
    prepare: (owner, s) => owner.post(`/api/project/${s.project}/inbound-secrets`, { provider: 'github' }),
    call: (p, s) => p.delete(`/api/project/${s.project}/inbound-secrets/github`),
    invalid: (p, s) => p.delete(`/api/project/${s.project}/inbound-secrets/generic`),
    expected: admins,
  },
  {
    operation: 'listFields',
    call: (p, s) => p.get(`/api/project/${s.project}/fields`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/fields?archived=perhaps`),
    expected: readers,
  },
  {
    operation: 'createField',
    call: (p, s) => p.post(`/api/project/${s.project}/fields`, { name: `By ${p.id}`, type: 'text' }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/fields`, { name: 5 }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'updateField',
    prepare: addField,
    call: (p, s) => p.put(`/api/project/${s.project}/fields/${s.other}`, { required: false }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/fields/${s.other}`, { name: 5 }),
    expected: admins,
  },
  {
    operation: 'archiveField',
    prepare: addField,
    call: (p, s) => p.delete(`/api/project/${s.project}/fields/${s.other}`),
    expected: admins,
  },
  {
    operation: 'getCycleSchedule',
    call: (p, s) => p.get(`/api/project/${s.project}/cycle-schedule`),
    expected: readers,
  },
  {
    operation: 'setCycleSchedule',
    call: (p, s) => p.put(`/api/project/${s.project}/cycle-schedule`, {}),
    invalid: (p, s) => p.put(`/api/project/${s.project}/cycle-schedule`, { lengthWeeks: 0 }),
    expected: admins,
  },
  {
    operation: 'listTemplates',
    call: (p, s) => p.get(`/api/project/${s.project}/templates`),
    expected: readers,
  },
  {
    operation: 'getTemplate',
    prepare: addTemplate,
    call: (p, s) => p.get(`/api/project/${s.project}/templates/${s.other}`),
    expected: readers,
  },
  {
    operation: 'createTemplate',
    call: (p, s) => p.post(`/api/project/${s.project}/templates`, { name: `By ${p.id}` }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/templates`, { name: 5 }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'updateTemplate',
    prepare: addTemplate,
    call: (p, s) => p.put(`/api/project/${s.project}/templates/${s.other}`, { ticket: { title: 'U' } }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/templates/${s.other}`, { name: 5 }),
    expected: admins,
  },
  {
    operation: 'deleteTemplate',
    prepare: addTemplate,
    call: (p, s) => p.delete(`/api/project/${s.project}/templates/${s.other}`),
    expected: admins,
  },
  {
    operation: 'listSchedules',
    call: (p, s) => p.get(`/api/project/${s.project}/schedules`),
    expected: readers,
  },
  {
    operation: 'getSchedule',
    prepare: addSchedule,
    call: (p, s) => p.get(`/api/project/${s.project}/schedules/${s.other}`),
    expected: readers,
  },
  {
    operation: 'createSchedule',
    call: (p, s) => p.post(`/api/project/${s.project}/schedules`, weekly),
    invalid: (p, s) => p.post(`/api/project/${s.project}/schedules`, { name: 5 }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'updateSchedule',
    prepare: addSchedule,
    call: (p, s) => p.put(`/api/project/${s.project}/schedules/${s.other}`, { paused: true }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/schedules/${s.other}`, { name: 5 }),
    expected: admins,
  },
  {
    operation: 'deleteSchedule',
    prepare: addSchedule,
    call: (p, s) => p.delete(`/api/project/${s.project}/schedules/${s.other}`),
    expected: admins,
  },
  {
    operation: 'listOccurrences',
    prepare: addSchedule,
    call: (p, s) => p.get(`/api/project/${s.project}/schedules/${s.other}/occurrences`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/schedules/${s.other}/occurrences?limit=0`),
    expected: readers,
  },
  {
    operation: 'previewOccurrences',
    call: (p, s) => p.get(`/api/project/${s.project}/occurrences?${occurrences}`),
    invalid: (p, s) => p.get(`/api/project/${s.project}/occurrences?limit=0`),
    expected: readers,
  },
  {
    operation: 'getChecklist',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/checklist`),
    expected: readers,
  },
  {
    operation: 'addChecklistItem',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/checklist`, { text: 'Item' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/checklist`, { text: 5 }),
    expected: creators,
  },
  {
    operation: 'updateChecklistItem',
    prepare: addChecklistItem,
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/checklist/${s.other}`, { done: true }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/checklist/${s.other}`, { done: 5 }),
    expected: writers,
  },
  {
    operation: 'deleteChecklistItem',
    prepare: addChecklistItem,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/checklist/${s.other}`),
    expected: writers,
  },
  {
    operation: 'listCriteria',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/criteria`),
    expected: readers,
  },
  {
    operation: 'addCriterion',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/criteria`, { text: 'It holds' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/criteria`, { text: 5 }),
    expected: creators,
  },
  {
    operation: 'orderCriteria',
    prepare: addFirstCriterion,
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/criteria`, { order: [s.other] }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/criteria`, { order: 5 }),
    expected: writers,
  },
  {
    operation: 'updateCriterion',
    prepare: addCriterion,
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/criteria/${s.other}`, { text: 'It still holds' }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/criteria/${s.other}`, { text: 5 }),
    expected: writers,
  },
  {
    operation: 'deleteCriterion',
    prepare: addCriterion,
    call: (p, s) => p.delete(`/api/tickets/${s.ticket}/criteria/${s.other}`),
    expected: writers,
  },
  {
    operation: 'listEvidence',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/evidence`),
    invalid: (p, s) => p.get(`/api/tickets/${s.ticket}/evidence?page=0`),
    expected: readers,
  },
  {
    operation: 'addEvidence',
    call: (p, s) =>
      p.post(`/api/tickets/${s.ticket}/evidence`, { kind: 'command', passed: true, summary: 'Exit 0' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/evidence`, { kind: 5 }),
    expected: creators,
  },
  {
    operation: 'listReviews',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/reviews`),
    expected: readers,
  },
  {
    operation: 'exportEvidence',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/evidence.html`),
    expected: readers,
  },
  {
    operation: 'listProofSteps',
    call: (p, s) => p.get(`/api/tickets/${s.ticket}/proof-steps`),
    expected: readers,
  },
  {
    operation: 'addReview',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/reviews`, { verdict: 'approve' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/reviews`, { verdict: 5 }),
    expected: creators,
  },
  {
    operation: 'setReviewers',
    call: (p, s) => p.put(`/api/tickets/${s.ticket}/reviewers`, { userIds: [] }),
    invalid: (p, s) => p.put(`/api/tickets/${s.ticket}/reviewers`, { userIds: 5 }),
    expected: writers,
  },
  {
    operation: 'getGates',
    call: (p, s) => p.get(`/api/project/${s.project}/gates`),
    expected: readers,
  },
  {
    operation: 'setGates',
    call: (p, s) => p.put(`/api/project/${s.project}/gates`, { criteria: true }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/gates`, { criteria: 5 }),
    expected: admins,
  },
  {
    operation: 'getAgentLimits',
    call: (p, s) => p.get(`/api/project/${s.project}/agent-limits`),
    expected: readers,
  },
  {
    operation: 'setAgentLimits',
    call: (p, s) => p.put(`/api/project/${s.project}/agent-limits`, { chainDepth: 3 }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/agent-limits`, { chainDepth: -1 }),
    expected: admins,
  },
  {
    operation: 'getAgentBranches',
    call: (p, s) => p.get(`/api/project/${s.project}/agent-branches`),
    expected: readers,
  },
  {
    operation: 'setAgentBranches',
    call: (p, s) => p.put(`/api/project/${s.project}/agent-branches`, { maxMegabytes: 20 }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/agent-branches`, { maxMegabytes: 0 }),
    expected: admins,
  },
  {
    operation: 'previewWakes',
    call: (p, s) => p.post(`/api/tickets/${s.ticket}/wakes`, { text: '@nobody' }),
    invalid: (p, s) => p.post(`/api/tickets/${s.ticket}/wakes`, {}),
    expected: writers,
  },
  {
    operation: 'getWorkflow',
    call: (p, s) => p.get(`/api/project/${s.project}/workflow`),
    expected: readers,
  },
  {
    operation: 'setWorkflow',
    call: (p, s) => p.put(`/api/project/${s.project}/workflow`, {}),
    invalid: (p, s) => p.put(`/api/project/${s.project}/workflow`, { exempt: 5 }),
    expected: admins,
  },
  {
    operation: 'addStatus',
    call: (p, s) =>
      p.post(`/api/project/${s.project}/workflow/statuses`, {
        status: 'todo',
        name: `Ready ${p.id.slice(-12)}`,
      }),
    invalid: (p, s) => p.post(`/api/project/${s.project}/workflow/statuses`, { status: 'todo' }),
    expected: [403, 403, 403, 403, 201, 201],
  },
  {
    operation: 'deleteStatus',
    prepare: addOwnStatus,
    call: (p, s) => p.delete(`/api/project/${s.project}/workflow/statuses/${s.other}`),
    expected: admins,
  },
  {
    operation: 'setLimits',
    call: (p, s) => p.put(`/api/project/${s.project}/limits`, { limits: { todo: 3 } }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/limits`, { limits: { todo: 0 } }),
    expected: admins,
  },
  {
    operation: 'listTriggers',
    call: (p, s) => p.get(`/api/project/${s.project}/triggers`),
    expected: admins,
  },
  {
    operation: 'updateTriggers',
    call: (p, s) => p.put(`/api/project/${s.project}/triggers`, { triggers: [] }),
    invalid: (p, s) => p.put(`/api/project/${s.project}/triggers`, {}),
    expected: admins,
  },
  {
    operation: 'getInboundDelivery',
    prepare: sendEvent,
    call: (p, s) => p.get(`/v1/inbound/${s.other}`),
    expected: admins,
  },
  {
    operation: 'replayInboundDelivery',
    prepare: sendEvent,
    call: (p, s) => p.post(`/v1/inbound/${s.other}/replay`),
    expected: [403, 403, 403, 403, 201, 201],
  },
];

/** Sends an inbound event for the project. */
async function sendEvent(owner: Person, subject: Subject): Promise<void> {
  const { token } = (await owner.post(`/api/project/${subject.project}/access-tokens`, { name: 'CI' })).body
    .data;
  const bearer = { authorization: `Bearer ${token}` };
  subject.other = (await owner.post('/webhooks/generic', { event: 'deployed' }, bearer)).body.data.id;
}

/** Routes that act on the caller's own items, or on everything the caller may see: tested below or beside the route. */
const operationsTestedElsewhere = [
  'listInstanceUsers',
  'listRepositoryLinks',
  'decideRepositoryLink',
  'listWebhookTargets',
  'addWebhookTarget',
  'removeWebhookTarget',
  'updateInstanceUser',
  'createPasswordLink',
  'listPasskeys',
  'startPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'exportInstance',
  'listInstanceImports',
  'createInstanceImport',
  'getInstanceStatus',
  'getInstanceSettings',
  'updateInstanceSettings',
  'sendTestMail',
  'listAuditEntries',
  'getDemo',
  'createDemo',
  'removeDemo',
  'listAgents',
  'createAgent',
  'getAgent',
  'updateAgent',
  'disableAgent',
  'listAgentApiKeys',
  'createAgentApiKey',
  'deleteAgentApiKey',
  'getAgentBudget',
  'setAgentBudget',
  'deleteAgentBudget',
  'listAgentTasks',
  'listTickets',
  'countTickets',
  'listProgress',
  'completeTicketFilter',
  'exportTickets',
  'listWorkspaces',
  'createWorkspace',
  'getWorkspace',
  'updateWorkspace',
  'deleteWorkspace',
  'listWorkspaceMembers',
  'listSeals',
  'addWorkspaceMember',
  'removeWorkspaceMember',
  'listInitiatives',
  'createInitiative',
  'orderInitiatives',
  'getInitiative',
  'updateInitiative',
  'deleteInitiative',
  'addInitiativeProject',
  'removeInitiativeProject',
  'getInitiativeForecast',
  'listForecasts',
  'listLabels',
  'createLabel',
  'getLabel',
  'updateLabel',
  'deleteLabel',
  'listViews',
  'orderViews',
  'listGroups',
  'createGroup',
  'getGroup',
  'updateGroup',
  'deleteGroup',
  'getTicketStats',
  'getUserStats',
  'getProfile',
  'updateProfile',
  'updateAvatar',
  'deleteAvatar',
  'getAvatar',
  'getPreferences',
  'updatePreferences',
  'getSettings',
  'updateSettings',
  'listReminders',
  'endPresence',
  'getPushKey',
  'subscribeToPushes',
  'unsubscribeFromPushes',
  'listActivity',
  'acceptInvitation',
  'revokeInvitation',
  'listNotifications',
  'countNotifications',
  'listDocsJobs',
  'markNotifications',
  'markNotification',
  'deleteNotification',
  'listInboundDeliveries',
  'getCodeLogins',
  'updateCodeLogins',
  'searchTickets',
  'streamEvents',
  'getBoot',
  'syncTickets',
  'checkSync',
  'generateDocs',
  'checkDocs',
  'listDocsRefs',
  'getDocsJob',
  'streamDocsJob',
  'previewDocs',
  'readPublishedDocs',
  'listProjects',
  'searchProjects',
  'createProject',
  'listSessions',
  'revokeSession',
  'revokeSessions',
  'changePassword',
  'getSecondFactor',
  'listIdentities',
  'connectProvider',
  'removeIdentity',
  'startTotp',
  'confirmTotp',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'resetSecondFactor',
  'sendVerificationEmail',
  'verifyEmail',
  'listApiKeys',
  'createApiKey',
  'deleteApiKey',
  'getAuthorization',
  'listNeeds',
  'decideAuthorization',
  'listConnections',
  'revokeConnection',
  'createWebhook',
  'listWebhooks',
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'rotateWebhookSecret',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'redeliverWebhook',
  'recoverWebhook',
  'replayWebhook',
];

/** The same numbers in each run: a linear congruential generator. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

onEngineOfToday('permission matrix', (engine) => {
  let world: World;
  let owner: Person;
  let newcomer: Person;
  let someMember: Person;
  let otherOwner: Person;
  const people = new Map<Standing, Person>();
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [owner, newcomer, someMember, otherOwner] = (await Promise.all(
      ['Olga', 'Nora', 'Sam', 'Otto'].map((name) => world.person(name)),
    )) as [Person, Person, Person, Person];
    for (const standing of standings) people.set(standing, await world.person(standing.replace(/\W/g, '')));
  });
  after(() => world.close());

  const personOf = (standing: Standing) => people.get(standing) as Person;

  const makeSubject = async (standing: Standing, person: Person): Promise<Subject> => {
    const project = (
      await owner.post('/api/projects', {
        name: 'Guarded',
        key: `G${++count}`,
        visibility: standing === 'outside, public' ? 'public' : 'private',
      })
    ).body.data;
    const add = (userId: string, role: ProjectRole) =>
      owner.post(`/api/project/${project.id}/members`, { userId, role });
    if (!standing.startsWith('outside')) await add(person.id, standing as ProjectRole);
    await add(someMember.id, 'member');
    await add(otherOwner.id, 'owner');
    const ticket = (await owner.post('/api/tickets', { title: 'Guarded thing', projectId: project.id })).body
      .data;
    const comment = (await owner.post(`/api/tickets/${ticket.id}/comments`, { content: 'Mine' })).body.data;
    const attachments = await owner.post(
      `/api/tickets/${ticket.id}/attachments`,
      ...formOf({ content: 'Mine' }),
    );
    return {
      project: project.id,
      ticket: ticket.id,
      comment: comment.id,
      attachment: attachments.body.data[0].id,
      someMember: someMember.id,
      otherOwner: otherOwner.id,
      newcomer: newcomer.id,
    };
  };

  const shared = new Map<Standing, Promise<Subject>>();
  const subjectFor = async (row: Row, standing: Standing): Promise<Subject> => {
    const isRefused = row.expected[standings.indexOf(standing)] === 403;
    if (row.usesUpSubject && (row.prepare || !isRefused)) return makeSubject(standing, personOf(standing));
    const subject = shared.get(standing) ?? makeSubject(standing, personOf(standing));
    shared.set(standing, subject);
    return { ...(await subject) };
  };

  for (const row of table) {
    const name = `${row.operation}${row.note ? ` (${row.note})` : ''}`;
    test(`${name}: ${standings.map((standing, index) => `${standing} ${row.expected[index]}`).join(', ')}`, async () => {
      const answered: Record<string, number> = {};
      for (const standing of standings) {
        const person = personOf(standing);
        const subject = await subjectFor(row, standing);
        await row.prepare?.(owner, subject);
        if (row.invalid) answered[`${standing}, invalid body`] = (await row.invalid(person, subject)).status;
        answered[standing] = (await row.call(person, subject)).status;
      }
      const expected = standings.flatMap((standing, index) => {
        const status = row.expected[index];
        return [
          ...(row.invalid ? [[`${standing}, invalid body`, status === 403 ? 403 : 400]] : []),
          [standing, status],
        ];
      });
      assert.deepEqual(answered, Object.fromEntries(expected));
    });
  }

  test('every authenticated route has a row in the permission matrix or is listed as an exception', () => {
    const known = new Set([...table.map((row) => row.operation), ...operationsTestedElsewhere]);
    const guarded = world.app.documentedRoutes.filter((route) => route.access === 'signed-in');
    assert.deepEqual(
      guarded.map((route) => route.operationId).filter((id) => !known.has(id)),
      [],
    );
  });

  test('every authenticated route answers UNAUTHORIZED without a session, whatever is sent', async () => {
    for (const { method, url, access } of world.app.documentedRoutes) {
      if (access !== 'signed-in') continue;
      const path = url.replace(/:\w+/g, 'anything');
      const send = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' }[method] as 'get';
      for (const caller of [
        world.anonymous,
        world.caller({ cookie: 'docket.session-token=guess' }),
        world.caller({ authorization: 'Bearer dkt_guess' }),
      ]) {
        const { status, body } = await caller[send](path);
        assert.deepEqual(
          [status, body.error.code, body.error.message],
          [401, 'UNAUTHORIZED', 'Authentication required'],
          url,
        );
      }
    }
  });

  test('FORBIDDEN and NOT_FOUND have the messages of the interface', async () => {
    const person = personOf('outside, private');
    const subject = await makeSubject('outside, private', person);
    const ticket = await person.get(`/api/tickets/${subject.ticket}`);
    assert.equal(ticket.body.error.message, 'Insufficient permissions to access this ticket');
    const project = await person.get(`/api/project/${subject.project}`);
    assert.equal(project.body.error.message, 'Insufficient permissions to access this project');
    assert.equal(
      (await person.put('/api/project/nope', { name: 5 })).body.error.message,
      'Project not found',
    );
    assert.equal(
      (await person.put('/api/tickets/nope', { title: 5 })).body.error.message,
      'Ticket not found',
    );
  });

  test('lists, searches and counts contain only what the caller may read', async () => {
    for (const [index, standing] of standings.entries()) {
      const person = await world.person('Looker');
      const { project } = await makeSubject(standing, person);
      const visible = index === 0 ? 0 : 1;
      const urls = [
        `/api/tickets?project=${project}`,
        `/api/tickets/search?q=guarded&project=${project}`,
        `/api/tickets?project=${project}&search=guarded`,
      ];
      for (const url of urls) {
        const { data, pagination } = (await person.get(url)).body;
        assert.deepEqual([data.length, pagination.total], [visible, visible], `${standing} ${url}`);
      }
      const exported = (await person.get(`/api/tickets/export?format=json&project=${project}`)).body.data;
      assert.equal(exported.length, visible, standing);
      const listed = (await person.get('/api/projects?limit=100')).body.data.map(
        (entry: { id: string }) => entry.id,
      );
      const found = (await person.get('/api/project/search?q=guarded&limit=100')).body.data;
      assert.equal(listed.includes(project), visible === 1, standing);
      assert.equal(
        found.some((entry: { id: string }) => entry.id === project),
        visible === 1,
        standing,
      );
    }
  });

  test('a public project in a shared workspace is readable by members of that workspace only', async () => {
    const mate = await world.person('Mate');
    const outsider = await world.person('Outsider');
    const workspace = await world.sharedWorkspace(owner.id, [mate.id]);
    const fields = { name: 'Inner', workspaceId: workspace, visibility: 'public' };
    const project = (await owner.post('/api/projects', fields)).body.data;
    await owner.post('/api/tickets', { title: 'Inner thing', projectId: project.id });
    assert.equal((await mate.get(`/api/project/${project.id}`)).status, 200);
    assert.equal((await outsider.get(`/api/project/${project.id}`)).status, 403);
    assert.equal((await mate.get('/api/tickets?search=inner')).body.pagination.total, 1);
    assert.equal((await outsider.get('/api/tickets?search=inner')).body.pagination.total, 0);
    assert.equal((await outsider.post('/api/projects', fields)).status, 403);
  });

  test('a ticket without a project is readable and editable by members of its workspace only', async () => {
    const mate = await world.person('Mate');
    const workspace = await world.sharedWorkspace(owner.id, [mate.id]);
    const ticket = (await owner.post('/api/tickets', { title: 'Shared', workspaceId: workspace })).body.data;
    assert.equal((await mate.put(`/api/tickets/${ticket.id}`, { title: 'Ours' })).status, 200);
    assert.equal((await mate.delete(`/api/tickets/${ticket.id}`)).status, 403);
    assert.equal((await newcomer.get(`/api/tickets/${ticket.id}`)).status, 403);
    assert.equal((await owner.delete(`/api/tickets/${ticket.id}`)).status, 200);
  });

  test('a member can delete and restore tickets they reported, a viewer cannot', async () => {
    const person = await world.person('Reporter');
    const subject = await makeSubject('member', person);
    const ticket = (await person.post('/api/tickets', { title: 'Mine', projectId: subject.project })).body
      .data;
    assert.equal((await person.delete(`/api/tickets/${ticket.id}`)).status, 200);
    assert.equal((await person.post(`/api/tickets/${ticket.id}/restore`)).status, 200);
    await owner.post(`/api/project/${subject.project}/members`, { userId: person.id, role: 'viewer' });
    assert.equal((await person.delete(`/api/tickets/${ticket.id}`)).status, 403);
  });

  test('a removed member still reads and finds the tickets they reported, and no others', async () => {
    const person = await world.person('Leaver');
    const subject = await makeSubject('member', person);
    const mine = (await person.post('/api/tickets', { title: 'Mine', projectId: subject.project })).body.data;
    assert.equal((await person.delete(`/api/project/${subject.project}/members/me`)).status, 200);
    assert.equal((await person.get(`/api/tickets/${subject.ticket}`)).status, 403);
    assert.equal((await person.get(`/api/tickets/${mine.id}`)).status, 200);
    assert.equal((await person.get(`/api/project/${subject.project}`)).status, 403);
    for (const query of [`?project=${subject.project}`, '?reporter=me', '?reporter=me&search=mine']) {
      assert.equal((await person.get(`/api/tickets${query}`)).body.pagination.total, 1, query);
    }
  });

  test('an instance VIEWER can only read, whatever their project role', async () => {
    const viewer = await world.person('Vera', 'VIEWER');
    const subject = await makeSubject('owner', viewer);
    assert.equal((await viewer.get(`/api/tickets?project=${subject.project}`)).body.pagination.total, 1);
    for (const row of table) {
      const acted = row.prepare && row.usesUpSubject ? await makeSubject('owner', viewer) : { ...subject };
      await row.prepare?.(owner, acted);
      const { status } = await row.call(viewer, acted);
      const isLike = (known: Row['expected']) => isDeepStrictEqual(row.expected, known);
      const expected = isLike(readers) || isLike(memberReaders) ? 200 : isLike(followers) ? 201 : 403;
      assert.equal(status, expected, row.operation);
    }
    assert.equal((await viewer.get('/api/tickets?reporter=me')).body.pagination.total, 0);
    assert.equal((await viewer.post('/api/projects', { name: 'No' })).status, 403);
    assert.equal((await viewer.post('/api/tickets', { title: 'No' })).status, 403);
    assert.equal((await viewer.delete(`/api/project/${subject.project}/members/me`)).status, 200);
  });

  test('an instance ADMIN cannot read a private project but can join it, which is recorded', async () => {
    const admin = await world.person('Adam', 'ADMIN');
    const subject = await makeSubject('outside, private', admin);
    assert.equal((await admin.get(`/api/project/${subject.project}`)).status, 403);
    assert.equal((await admin.get(`/api/tickets/${subject.ticket}`)).status, 403);
    const other = { userId: newcomer.id, role: 'member' };
    assert.equal((await admin.post(`/api/project/${subject.project}/members`, other)).status, 403);
    const self = { userId: admin.id, role: 'viewer' };
    assert.equal((await admin.post(`/api/project/${subject.project}/members`, self)).status, 201);
    assert.equal((await admin.get(`/api/tickets/${subject.ticket}`)).status, 200);
    const recorded = (await world.events()).filter((event) => event.actorId === admin.id);
    assert.deepEqual(
      recorded.map((event) => [event.type, event.projectId]),
      [
        ['user.created', null],
        ['member.added', subject.project],
      ],
    );
  });

  test('an API key can do what its scopes allow and never manages credentials', async () => {
    const person = await world.person('Keyholder');
    const keyed = async (scopes?: string[]) => {
      const { key } = (await person.post('/api/user/api-keys', { name: 'k', scopes })).body.data;
      return world.caller({ authorization: `Bearer ${key}` });
    };
    const [all, reader] = [await keyed(), await keyed(['read'])];
    assert.equal((await all.post('/api/tickets', { title: 'By key' })).status, 201);
    assert.equal((await reader.get('/api/tickets?reporter=me')).body.pagination.total, 1);
    const refused = await reader.post('/api/tickets', { title: 'No' });
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [403, 'This API key lacks the scope "write"'],
    );
    assert.equal((await all.post('/api/user/api-keys', { name: 'more' })).status, 403);
    const [session] = (await person.get('/api/user/sessions')).body.data;
    assert.equal((await all.delete(`/api/user/sessions/${session.id}`)).status, 403);
  });

  /** An agent of the person, with a key of all scopes. */
  const agentOf = async (person: Person): Promise<Person> => {
    const { id, name, email } = (await person.post('/api/agents', { name: 'Agent' })).body.data;
    const { key } = (await person.post(`/api/agents/${id}/api-keys`, { name: 'k' })).body.data;
    return { id, name, email, cookie: '', ...world.caller({ authorization: `Bearer ${key}` }) };
  };
  const roles = ['owner', 'admin', 'member', 'viewer', null] as const;
  type RoleChange = { of: 'person' | 'agent'; role: ProjectRole | null };
  const grant = ({ project }: Subject, { id }: Person, role: ProjectRole | null) =>
    role === null
      ? owner.delete(`/api/project/${project}/members/${id}`)
      : owner.post(`/api/project/${project}/members`, { userId: id, role });
  const hasRefused = ({ status }: { status: number }) => status === 403 || status === 404;

  test('after any history of roles an agent is refused on every route that refuses its owner', async () => {
    const random = seededRandom(14);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const allowed = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const history: RoleChange[] = [{ of: 'person', role: pick(roles.slice(0, 3)) }];
      for (let step = 0; step < 5; step++) history.push({ of: pick(['person', 'agent']), role: pick(roles) });
      const visibility = pick(['outside, private', 'outside, public'] as const);
      const isAssigned = random() < 0.5;
      if (!isDue(round)) continue;
      const person = await world.person('Principal');
      const agent = await agentOf(person);
      const makeHistory = async (): Promise<Subject> => {
        const subject = await makeSubject(visibility, person);
        const assign = { assigneeId: isAssigned ? agent.id : null };
        await owner.put(`/api/tickets/${subject.ticket}/assignee`, assign);
        for (const { of, role } of history) await grant(subject, of === 'person' ? person : agent, role);
        return subject;
      };
      const common = await makeHistory();
      for (const row of table) {
        const isOnce = row.usesUpSubject === true;
        const callAs = async (caller: Person) => {
          const subject = isOnce ? await makeHistory() : { ...common };
          await row.prepare?.(owner, subject);
          return row.call(caller, subject);
        };
        const byAgent = await callAs(agent);
        if (hasRefused(byAgent)) continue;
        allowed.add(row.operation);
        const about = `${row.operation} ${visibility} ${isAssigned} ${JSON.stringify(history)}`;
        assert.ok(!hasRefused(await callAs(person)), `${about}: the agent got ${byAgent.status}`);
      }
    }
    if (runsAll) assert.ok(allowed.has('createTicket') && allowed.has('getTicket'), [...allowed].join());
  });

  test('an agent manages neither members nor invitations, access tokens, webhook secrets and code hosts, as admin either', async () => {
    const refusedToAgents =
      /^(addMember|createInvitation|listInvitations|(create|list|revoke)AccessTokens?|(get|set|delete)CodeHost|(list|set|delete)InboundSecrets?)$/;
    const person = await world.person('Principal');
    const agent = await agentOf(person);
    const subject = await makeSubject('owner', person);
    assert.equal((await grant(subject, agent, 'owner')).status, 400);
    assert.equal((await grant(subject, agent, 'admin')).status, 201);
    const rows = table.filter(({ operation }) => refusedToAgents.test(operation));
    assert.ok(rows.length >= 10, rows.map(({ operation }) => operation).join());
    for (const row of rows) {
      const acted = { ...subject };
      await row.prepare?.(owner, acted);
      assert.equal((await row.call(agent, acted)).status, 403, row.operation);
    }
    const { members } = (await agent.get(`/api/project/${subject.project}`)).body.data;
    assert.equal(members.length, 5);
    const removal = `/api/project/${subject.project}/members/${subject.someMember}`;
    assert.equal((await agent.delete(removal)).status, 403);
    const workspace = (await agent.post('/api/workspaces', { name: 'Ours' })).body.data;
    const joining = { userId: newcomer.id, role: 'member' };
    assert.equal((await agent.post(`/api/workspaces/${workspace.id}/members`, joining)).status, 403);
    assert.equal((await person.post(`/api/workspaces/${workspace.id}/members`, joining)).status, 201);
  });

  /** The person with an API key that is limited to these projects. */
  const limitedTo = async (projectIds: string[], person = owner): Promise<Person> => {
    const { key } = (await person.post('/api/user/api-keys', { name: 'limited', projectIds })).body.data;
    return { ...person, ...world.caller({ authorization: `Bearer ${key}` }) };
  };
  const isForProjectKeys = (operation: string) =>
    world.app.documentedRoutes.find(({ operationId }) => operationId === operation)?.forProjectKeys === true;

  test('an API key limited to projects can do there what its owner can, and nothing elsewhere, on every route', async () => {
    const person = personOf('owner');
    const elsewhere = await makeSubject('owner', person);
    const foreign = await limitedTo([elsewhere.project], person);
    const common = await makeSubject('owner', person);
    const ownOfCommon = await limitedTo([common.project], person);
    for (const row of table) {
      const subject = row.usesUpSubject ? await makeSubject('owner', person) : { ...common };
      const own = row.usesUpSubject ? await limitedTo([subject.project], person) : ownOfCommon;
      await row.prepare?.(owner, subject);
      const name = `${row.operation} ${row.note ?? ''}`;
      assert.equal((await row.call(foreign, subject)).status, 403, `${name} of another project`);
      const expected = isForProjectKeys(row.operation) ? row.expected[5] : 403;
      assert.equal((await row.call(own, subject)).status, expected, `${name} of its project`);
    }
  });

  test('an API key limited to projects is refused by every route that does not declare forProjectKeys', async () => {
    const subject = await makeSubject('owner', owner);
    const key = await limitedTo([subject.project]);
    for (const { method, url, access, forProjectKeys } of world.app.documentedRoutes) {
      if (access !== 'signed-in' || forProjectKeys) continue;
      const send = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' }[method] as 'get';
      const { status, body } = await key[send](url.replace(/:\w+/g, 'anything'));
      assert.deepEqual(
        [url, status, body.error?.message],
        [url, 403, 'This API key is limited to projects and cannot be used here'],
      );
    }
  });

  test('lists, searches, counts and tasks of a limited API key contain only its projects', async () => {
    const [inside, outside] = [await makeSubject('owner', owner), await makeSubject('owner', owner)];
    for (const subject of [inside, outside]) {
      await owner.post('/api/groups', { projectId: subject.project, name: 'Sprint' });
      await queueTask(owner, subject);
    }
    await owner.post('/api/tickets', { title: 'Guarded, without a project' });
    const key = await limitedTo([inside.project]);
    const totals: Record<string, number> = {
      '/api/tickets': 1,
      '/api/tickets?search=guarded': 1,
      '/api/tickets?reporter=me': 1,
      [`/api/tickets?project=${outside.project}`]: 0,
      '/api/tickets/search?q=guarded': 1,
      '/api/projects': 1,
      '/api/project/search?q=guarded': 1,
      '/api/groups': 1,
      '/v1/agent-tasks': 1,
    };
    for (const [url, total] of Object.entries(totals)) {
      assert.equal((await key.get(url)).body.pagination.total, total, url);
    }
    assert.equal((await key.get('/api/tickets/stats')).body.data.total, 1);
    const claimed = await key.post('/v1/agent-tasks/claim', { workerId: 'limited' });
    assert.equal(claimed.body.data.projectId, inside.project);
    assert.equal((await key.post('/v1/agent-tasks/claim', { workerId: 'limited' })).status, 204);
    assert.equal((await key.post('/api/tickets', { title: 'Nowhere' })).status, 403);
    const move = { projectId: outside.project };
    assert.equal((await key.put(`/api/tickets/${inside.ticket}`, move)).status, 403);
    assert.equal((await key.put(`/api/tickets/${inside.ticket}`, { projectId: null })).status, 403);
  });

  test('nobody can end the session or delete the API key of another user', async () => {
    const [victim, thief] = [await world.person('Victim'), await world.person('Thief')];
    const key = (await victim.post('/api/user/api-keys', { name: 'k' })).body.data;
    const [session] = (await victim.get('/api/user/sessions')).body.data;
    assert.equal((await thief.delete(`/api/user/api-keys/${key.id}`)).status, 404);
    assert.equal((await thief.delete(`/api/user/sessions/${session.id}`)).status, 404);
    assert.equal((await thief.get('/api/user/api-keys')).body.pagination.total, 0);
    assert.equal((await victim.get('/api/user/api-keys')).body.pagination.total, 1);
  });
});
