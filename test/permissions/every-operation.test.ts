import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { isId } from '../../src/platform/ids.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { onEngineOfToday } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import {
  baseUrl,
  buildRequest,
  fieldsOf,
  type Headers,
  isStream,
  itemTypesOf,
  listOperations,
  makeValidInput,
  newScene,
  type Operation,
  type Scene,
} from '../support/valid-input.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

/** Who may call an operation on somebody else's private project, its tickets and what belongs to them. */
const audiences: Record<Audience, string> = {
  public: `getInstance getHealth getReadiness signUp signIn signInWithSecondFactor signOut getSession signInWithProvider
    finishSignInWithProvider startPasskeySignIn signInWithPasskey startSecondFactorWithPasskey
    finishSecondFactorWithPasskey verifyEmail forgetPassword resetPassword lookUpInvitation receiveVcsWebhook
    receiveGithubWebhook receiveGitlabWebhook receiveGiteaWebhook receiveForgejoWebhook receiveBitbucketWebhook
    receiveGenericEvent getUnsubscription unsubscribe getIntakeForm sendToTriage`,
  // Acts on what belongs to the caller, or shows what the caller may see.
  self: `listIdentities connectProvider listPasskeys addPasskey startPasskey getSecondFactor startTotp confirmTotp
    renewRecoveryCodes removeSecondFactor sendVerificationEmail changePassword listSessions revokeSessions listApiKeys
    getAuthorization decideAuthorization listConnections createApiKey listAgents createAgent listWorkspaces createWorkspace listProjects createProject listUsers listInvitations
    acceptInvitation listTickets countTickets listProgress completeTicketFilter exportTickets listLabels listGroups listViews orderViews listInitiatives
    streamEvents getBoot syncTickets checkSync deleteAvatar updateAvatar listAgentTasks listNeeds claimAgentTask listInboundDeliveries
    listDocsJobs generateDocs listDocsRefs checkDocs searchTickets searchProjects getTicketStats listForecasts getUserStats getProfile
    updateProfile getPreferences updatePreferences getSettings updateSettings getPushKey subscribeToPushes listReminders getCodeLogins updateCodeLogins listActivity listNotifications
    markNotifications countNotifications createWebhook listWebhooks getAvatar endPresence`,
  instance: `getInstanceStatus getInstanceSettings updateInstanceSettings sendTestMail listAuditEntries getDemo createDemo removeDemo resetSecondFactor
    listInstanceUsers updateInstanceUser createPasswordLink listRepositoryLinks decideRepositoryLink exportInstance
    listInstanceImports createInstanceImport listWebhookTargets addWebhookTarget removeWebhookTarget`,
  owner: `removeIdentity renamePasskey removePasskey revokeSession deleteApiKey revokeConnection getAgent updateAgent disableAgent
    listAgentApiKeys createAgentApiKey deleteAgentApiKey getAgentBudget setAgentBudget deleteAgentBudget createLabel getView updateView
    deleteView starView unstarView subscribeView unsubscribeView getDocsJob streamDocsJob markNotification deleteNotification unsubscribeFromPushes getWebhook updateWebhook
    deleteWebhook testWebhook rotateWebhookSecret listWebhookDeliveries getWebhookDelivery redeliverWebhook recoverWebhook
    replayWebhook editComment changeTimeLog deleteProject restoreProject `,
  workspaceMember: 'getWorkspace listWorkspaceMembers listSeals getInitiative getInitiativeForecast',
  workspaceOwner: `updateWorkspace deleteWorkspace addWorkspaceMember removeWorkspaceMember createInitiative orderInitiatives
    updateInitiative deleteInitiative addInitiativeProject removeInitiativeProject`,
  ticketReader: `getTicket getChecklist listCriteria listEvidence exportEvidence listProofSteps listReviews listComments listTimeLogs listWatchers watchTicket unwatchTicket setTicketPresence setReminder removeReminder listRelations listLinks
    listHistory listPossibleDuplicates getTicketSender listAttachments downloadAttachment listTicketAgentTasks getTicketAgentBudget`,
  ticketGuest:
    'resolveThread addComment addAttachments addReaction removeReaction addCommentReaction removeCommentReaction previewWakes',
  projectReader: `getLabel getProject listMembers listProjectRepositories getCycleSchedule listFields getWorkflow getGates getAgentLimits getAgentBranches getAgentWorkflow listLanding listTemplates
    getTemplate listSchedules getSchedule listOccurrences previewOccurrences getProjectStats getProjectSeries getForecast
    listCompletedTickets listProjectUpdates listReleases setProjectPresence listNotes getGroupSeries getGroupReport getGroup getAgentTask getAgentTaskContext listAgentTaskActivities
    listAgentTaskMessages getProjectAgentUsage listTicketAgentUsage listDocsCorrections previewDocs readPublishedDocs`,
  projectWriter: `postProjectUpdate deleteProjectUpdate addRelease deleteRelease addNote updateNote acceptNote deleteNote createView createTicket openText editText bulkTickets updateTicket changeStatus assignTicket placeTicket decideTriage addChecklistItem
    updateChecklistItem deleteChecklistItem addCriterion orderCriteria updateCriterion deleteCriterion addEvidence addReview setReviewers addAgentTaskEvidence logTime addRelation removeRelation carryOver createAgentTask refreshAgentWorkflow getAgentTaskWorkflow openAgentTaskPullRequest
    answerAgentTask cancelAgentTask retryAgentTask reportAgentTaskActivity heartbeatAgentTask addAgentTaskArtifact
    completeAgentTask failAgentTask releaseAgentTask askAboutAgentTask sendAgentTaskMessage stopAgentTask
    setTicketAgentBudget deleteTicketAgentBudget decideDocsEntry`,
  projectAdmin: `deleteLabel updateLabel revokeInvitation updateProject addMember removeMember createInvitation deleteTicket restoreTicket deleteComment deleteTimeLog
    deleteAttachment createField updateField archiveField createTemplate updateTemplate deleteTemplate createSchedule
    updateSchedule deleteSchedule setCycleSchedule setGates setWorkflow addStatus deleteStatus setLimits setAgentLimits setAgentBranches exportProject listImports createImport getImport cancelImport
    streamImport previewImport startImport addImportFiles listAccessTokens createAccessToken revokeAccessToken listTriggers updateTriggers
    listIntakeChannels openIntakeChannel closeIntakeChannel listInboundSecrets setInboundSecret deleteInboundSecret getInboundDelivery replayInboundDelivery getCodeHost setCodeHost
    deleteCodeHost unholdAgentTask createGroup updateGroup deleteGroup`,
};
type Audience =
  | 'public'
  | 'self'
  | 'instance'
  | 'owner'
  | 'workspaceMember'
  | 'workspaceOwner'
  | 'ticketReader'
  | 'ticketGuest'
  | 'projectReader'
  | 'projectWriter'
  | 'projectAdmin';

/** What each actor may do with the project, ticket and workspace of somebody else. */
const allowed = {
  anonymous: [],
  stranger: [],
  'removed member': [],
  'member of another workspace': [],
  'instance ADMIN': ['instance'],
  'API key for another project': [],
  'read-only API key of the owner': [],
  'member of the workspace': ['workspaceMember'],
  'assignee from outside': ['ticketReader', 'ticketGuest'],
  viewer: ['ticketReader', 'projectReader'],
  'instance VIEWER in the project': ['ticketReader', 'projectReader'],
  member: ['ticketReader', 'ticketGuest', 'projectReader', 'projectWriter'],
  'agent of a member': ['ticketReader', 'ticketGuest', 'projectReader', 'projectWriter'],
  'admin of the project': ['ticketReader', 'ticketGuest', 'projectReader', 'projectWriter', 'projectAdmin'],
} as const satisfies Record<string, readonly Audience[]>;
type ActorName = keyof typeof allowed;
const actors = Object.keys(allowed) as ActorName[];
const isOutside = (actor: ActorName) => allowed[actor].length === 0 && !actor.startsWith('read-only');

/** Administrators read these by design, which the audit log tells. */
const openToAdministrators =
  /^(get|update|disable)Agent$|^(list|delete)AgentApiKeys?$|^(get|set|delete)AgentBudget$|^(get|replay)InboundDelivery$|^(get|delete)Webhook$|^(list|get)WebhookDeliver/;

const operations = (await listOperations()).filter(
  ({ method, operation }) => method !== 'PATCH' && !isStream(operation),
);
const audienceOf = new Map(
  Object.entries(audiences).flatMap(([audience, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, audience as Audience] as const),
  ),
);

test('every operation of the OpenAPI document has an audience', async () => {
  const all = (await listOperations()).filter(({ method }) => method !== 'PATCH');
  assert.deepEqual(
    all.map(({ operation }) => operation.operationId).filter((id) => !audienceOf.has(id)),
    [],
    'add each to `audiences`',
  );
  const known = new Set(all.map(({ operation }) => operation.operationId));
  assert.deepEqual(
    [...audienceOf.keys()].filter((id) => !known.has(id)),
    [],
    'these are no operations any more',
  );
});

onEngineOfToday('every operation', (engine) => {
  const repositories = newRepositories();
  const commit = (message: string) => ({ message, files: { 'index.ts': `export const a = '${message}';` } });
  let world: World;
  let scene: Scene;
  const headersOf = new Map<ActorName, Headers>();
  const people = new Map<ActorName, Person>();

  before(async () => {
    repositories.add('acme/site', [commit('feat: one'), commit('feat: two')], { 'v1.0.0': 1 });
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      SMTP_URL: 'smtp://127.0.0.1:9',
      BASE_URL: baseUrl,
      LOCAL_REPOSITORIES: repositories.root,
    });
    scene = newScene(world);
    await addActors();
    // What each first use of a credential stores is not part of the comparison.
    for (const actor of actors)
      await world.app.inject({ url: '/api/user/profile', headers: headersOf.get(actor) ?? {} });
    for (const { path, operation } of operations)
      if (audienceOf.get(operation.operationId) !== 'public')
        await makeValidInput(withoutSteps(scene), path, operation);
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  /** Second factors and unverified addresses of the owner would change what the other requests answer. */
  const withoutSteps = (made: Scene): Scene => {
    const fields = {
      ...made.fields,
      'addPasskey.credential': () => ({}),
      'confirmTotp.code': () => '000000',
      'createView.scope': () => 'project',
      'createAgentApiKey.projectIds': () => null,
      'bulkTickets.tickets': async () => [{ title: 'Of many', projectId: (await made.project()).id }],
    };
    return { ...made, fields, prepare: {}, credentialsOf: {} };
  };

  async function addActors() {
    const owner = await scene.owner();
    const project = await scene.project();
    const ticket = await scene.ticket();
    const join = (person: { id: string }, role: string) =>
      owner.post(`/api/project/${project.id}/members`, { userId: person.id, role });
    for (const actor of actors) {
      if (/^(anonymous|.*API key|agent)/.test(actor)) continue;
      const role =
        actor === 'instance ADMIN' ? 'ADMIN' : actor.startsWith('instance VIEWER') ? 'VIEWER' : 'USER';
      const person = await world.person(actor.replace(/\W/g, ''), role);
      people.set(actor, person);
      headersOf.set(actor, { cookie: person.cookie });
    }
    const person = (actor: ActorName) => people.get(actor) as Person;
    await join(person('viewer'), 'viewer');
    await join(person('instance VIEWER in the project'), 'member');
    await join(person('member'), 'member');
    await join(person('admin of the project'), 'admin');
    await join(person('removed member'), 'member');
    await owner.delete(`/api/project/${project.id}/members/${person('removed member').id}`);
    await owner.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: person('assignee from outside').id });
    const shared = (await scene.items.workspaces?.())?.[0];
    await owner.post(`/api/workspaces/${shared}/members`, {
      userId: person('member of the workspace').id,
      role: 'member',
    });
    await world.sharedWorkspace(person('member of another workspace').id, []);
    const elsewhere = (await owner.post('/api/projects', { name: 'Elsewhere' })).body.data;
    const keyOf = async (fields: object) =>
      `Bearer ${(await owner.post('/api/user/api-keys', { name: 'k', ...fields })).body.data.key}`;
    headersOf.set('anonymous', {});
    headersOf.set('API key for another project', {
      authorization: await keyOf({ projectIds: [elsewhere.id] }),
    });
    headersOf.set('read-only API key of the owner', { authorization: await keyOf({ scopes: ['read'] }) });
    const agent = (await person('member').post('/api/agents', { name: 'Agent' })).body.data;
    const { key } = (await person('member').post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body
      .data;
    await join(agent, 'member');
    headersOf.set('agent of a member', { authorization: `Bearer ${key}` });
  }

  const send = async (
    { method, pathname, query, headers, payload }: ReturnType<typeof buildRequest>,
    credentials: Headers,
  ) => {
    const url = query.length > 0 ? `${pathname}?${query.join('&')}` : pathname;
    const options = { method, url, headers: { ...headers, ...credentials }, ...(payload && { payload }) };
    const response = await world.app.inject(options as InjectOptions);
    return { status: response.statusCode, text: response.body };
  };

  const requestOf = async (one: (typeof operations)[number], ids: Record<string, string> = {}, of = scene) =>
    buildRequest(one, await makeValidInput(withoutSteps(of), one.path, one.operation), ids);

  function isRefused(actor: ActorName, { operationId }: Operation, method: string): boolean {
    const audience = audienceOf.get(operationId) as Audience;
    if (audience === 'public') return false;
    if (actor === 'anonymous') return true;
    if (audience === 'self') return false;
    if (actor === 'read-only API key of the owner') return method !== 'GET';
    if (actor === 'instance ADMIN' && openToAdministrators.test(operationId)) return false;
    return !(allowed[actor] as readonly Audience[]).includes(audience);
  }

  test('every actor is refused on every operation that their rights do not cover, and nothing is stored', async () => {
    const wrong: string[] = [];
    const requests = [];
    for (const one of operations)
      if (audienceOf.get(one.operation.operationId) !== 'public')
        requests.push([one, await requestOf(one)] as const);
    const before = await dumpTables(world.db, engine);
    for (const [{ operation, method, path }, request] of requests) {
      for (const actor of actors) {
        if (!isRefused(actor, operation, method)) continue;
        const { status } = await send(request, headersOf.get(actor) ?? {});
        const isById = /^\/api\/(project|tickets)\/\{id\}/.test(path);
        const expected = actor === 'anonymous' ? [401] : isById ? [403] : [403, 404];
        if (!expected.includes(status)) wrong.push(`${operation.operationId} ${actor}: ${status}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await dumpTables(world.db, engine), before);
  });

  test('on a personal ticket every actor but its owner is refused, and nothing is stored', async () => {
    const owner = await scene.owner();
    const personal = (await owner.post('/api/tickets', { title: 'Personal' })).body.data;
    const wrong: string[] = [];
    const before = await dumpTables(world.db, engine);
    for (const one of operations) {
      if (!one.path.startsWith('/api/tickets/{id}')) continue;
      const request = await requestOf(one, { tickets: personal.id });
      for (const actor of actors) {
        if (actor.startsWith('read-only') && one.method === 'GET') continue;
        const { status } = await send(request, headersOf.get(actor) ?? {});
        if (status !== (actor === 'anonymous' ? 401 : 403))
          wrong.push(`${one.operation.operationId} ${actor}: ${status}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await dumpTables(world.db, engine), before);
  });

  test('what belongs to somebody else is not found under a parent of one’s own', async () => {
    const other = newScene(world);
    const { cookie } = await other.owner();
    const wrong: string[] = [];
    const requests: [string, ReturnType<typeof buildRequest>][] = [];
    for (const one of operations) {
      const types = itemTypesOf(one.path);
      if (types.length < 2 || audienceOf.get(one.operation.operationId) === 'public') continue;
      const foreign = (await makeValidInput(withoutSteps(scene), one.path, one.operation)).items[
        types.at(-1) as string
      ]?.[0];
      if (!foreign || !isId(foreign)) continue;
      const request = await requestOf(one, { [types.at(-1) as string]: foreign }, other);
      requests.push([one.operation.operationId, request]);
    }
    const before = await dumpTables(world.db, engine);
    for (const [operationId, request] of requests) {
      const { status } = await send(request, { cookie });
      // A project of an initiative is no part of it, but refused like every foreign project.
      const expected = operationId.endsWith('InitiativeProject') ? 403 : 404;
      if (status !== expected) wrong.push(`${operationId}: ${status}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await dumpTables(world.db, engine), before);
    assert.ok(requests.length >= 20, `${requests.length} operations`);
  });

  /** The answer to a request, with the key replaced by a word. */
  const answerTo = async (request: ReturnType<typeof buildRequest>, credentials: Headers, key: string) => {
    const { status, text } = await send(request, credentials);
    return `${status} ${text.replaceAll(new RegExp(RegExp.escape(key), 'gi'), 'KEY').replace(/"requestId":"[^"]*"/, '')}`;
  };

  test('a key that the caller may not see gets the answer of a key that nobody has, on every operation', async () => {
    const { key: projectKey } = await scene.project();
    const { key: ticketKey } = await scene.ticket();
    const keys = { project: [projectKey, 'QQZX'], ticket: [ticketKey, 'QQZX-1'] } as const;
    const outsiders = actors.filter((actor) => isOutside(actor) && actor !== 'anonymous');
    const wrong: string[] = [];
    let count = 0;
    const compare = async (
      what: string,
      kind: 'project' | 'ticket',
      build: (key: string) => ReturnType<typeof buildRequest>,
    ) => {
      count++;
      for (const actor of outsiders) {
        const [key, free] = keys[kind];
        const theirs = await answerTo(build(key), headersOf.get(actor) ?? {}, key);
        const nobodys = await answerTo(build(free), headersOf.get(actor) ?? {}, free);
        if (theirs !== nobodys) wrong.push(`${what} ${actor}:\n  ${theirs}\n  ${nobodys}`);
      }
    };
    for (const one of operations) {
      const { operationId, parameters = [] } = one.operation;
      if (audienceOf.get(operationId) === 'public' || operationId === 'createProject') continue;
      const request = await requestOf(one);
      const valid = await makeValidInput(withoutSteps(scene), one.path, one.operation);
      if (one.path.includes('/project/{id}'))
        await compare(operationId, 'project', (key) => buildRequest(one, valid, { project: key }));
      if (one.path.includes('/tickets/{id}'))
        await compare(operationId, 'ticket', (key) => buildRequest(one, valid, { tickets: key }));
      for (const { name, in: place } of parameters) {
        const kind = kindOfReference(name);
        if (place !== 'query' || !kind) continue;
        const text = (key: string) => (name === 'filter' ? `project = ${key}` : key);
        await compare(`${operationId}?${name}`, kind, (key) => ({
          ...request,
          query: [...request.query, `${name}=${encodeURIComponent(text(key))}`],
        }));
      }
      if (typeof request.payload !== 'object' || Buffer.isBuffer(request.payload)) continue;
      for (const name of fieldsOf(one.operation)) {
        const kind = kindOfReference(name);
        if (!kind || !/^(projects?|projectIds?|ticketId|parentId)$/.test(name)) continue;
        await compare(`${operationId}.${name}`, kind, (key) => ({
          ...request,
          payload: { ...request.payload, [name]: name.endsWith('s') ? [key] : key },
        }));
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(count >= 100, `${count} references`);
  });

  test('former keys and keys of moved tickets are as invisible as the present ones', async () => {
    const owner = await scene.owner();
    const stranger = people.get('stranger') as Person;
    const [first, second] = [
      (await owner.post('/api/projects', { name: 'First', key: 'FORMER' })).body.data,
      (await owner.post('/api/projects', { name: 'Second', key: 'LATER' })).body.data,
    ];
    const ticket = (await owner.post('/api/tickets', { title: 'Moved', projectId: first.id })).body.data;
    await owner.put(`/api/tickets/${ticket.id}`, { projectId: second.id });
    await owner.put(`/api/project/${second.id}`, { key: 'LATEST' });
    for (const key of ['FORMER-1', 'LATER-1', 'LATEST-1', 'LATEST-2']) {
      const { status, body } = await stranger.get(`/api/tickets/${key}`);
      assert.deepEqual([key, status, body.error.message], [key, 404, 'Ticket not found']);
    }
    for (const key of ['FORMER', 'LATER', 'LATEST', 'NOBODYS']) {
      const { status, body } = await stranger.get(`/api/project/${key}`);
      assert.deepEqual([key, status, body.error.message], [key, 404, 'Project not found']);
    }
    assert.equal((await owner.get('/api/tickets/FORMER-1')).body.data.id, ticket.id);
    assert.equal((await stranger.get(`/api/tickets/${ticket.id}`)).status, 403);
    assert.equal((await stranger.get(`/api/project/${second.id}`)).status, 403);
  });

  test('what was deleted is not found, by anybody', async () => {
    const gone = newScene(world);
    const owner = await gone.owner();
    const requests: [(typeof operations)[number], ReturnType<typeof buildRequest>][] = [];
    for (const one of operations) {
      const { operationId } = one.operation;
      if (!/^\/api\/(project|tickets)\/\{id\}/.test(one.path) || operationId.startsWith('restore')) continue;
      requests.push([one, await requestOf(one, {}, gone)]);
    }
    await owner.delete(`/api/tickets/${(await gone.ticket()).id}`);
    const check = async (prefix: string, what: string) => {
      for (const [{ path, operation }, request] of requests) {
        if (!path.startsWith(prefix)) continue;
        for (const headers of [
          { cookie: owner.cookie },
          headersOf.get('stranger'),
          headersOf.get('instance ADMIN'),
        ]) {
          const { status } = await send(request, headers ?? {});
          assert.equal(status, 404, `${operation.operationId} of a deleted ${what}`);
        }
      }
    };
    await check('/api/tickets/', 'ticket');
    await owner.post(`/api/tickets/${(await gone.ticket()).id}/restore`);
    await owner.delete(`/api/project/${(await gone.project()).id}`);
    await check('/api/', 'project');
  });
});

function kindOfReference(name: string): 'project' | 'ticket' | undefined {
  if (/^(project|projects|projectId|projectIds|filter|q|search)$/.test(name)) return 'project';
  if (/^(ticket|ticketId|parent|parentId|ids)$/.test(name)) return 'ticket';
  return undefined;
}
