import { recordPushes } from '../../src/agent-tasks/index.ts';
import { recordHostCheck } from '../../src/proof/index.ts';
import type { EngineName } from './engines.ts';
import { signedHosts } from './webhooks.ts';
import { type ApiResponse, type Caller, openWorld, type Person, type World } from './world.ts';

export const heads = ['1a2b3c4d5e', '9f86d08188', '77777777ab'].map((start) => start.repeat(4));

/** A project whose gates ask for criteria, an approval and checks, its people and an agent that is an admin of it. */
export interface GatedProject {
  world: World;
  /** Owns the project. */
  ada: Person;
  /** A member. */
  ben: Person;
  cy: Person;
  /** An agent of Ada. */
  pilot: Caller & { id: string };
  /** An agent of Ben. */
  critic: Caller & { id: string };
  project: { id: string; key: string };
  setGates(gates: object): Promise<ApiResponse>;
  newTicket(fields?: object): Promise<{ id: string; key: string }>;
  statusOf(ref: string): Promise<string>;
  /** The pilot works on the ticket and pushes the commit. Returns its task. */
  work(ticketId: string, commit: string): Promise<{ id: string; epoch: number }>;
  push(taskId: string, epoch: number, commit: string): Promise<void>;
  /** What a code host reports. */
  check(name: string, commit: string, passed: boolean): Promise<void>;
  approve(who: Caller, ticketId: string, more?: object): Promise<ApiResponse>;
}

export async function openGatedProject(engine: EngineName): Promise<GatedProject> {
  const world = await openWorld(engine, {
    ...signedHosts,
    RATE_LIMIT: 'off',
    AGENT_TASKS_PER_HOUR: '100000',
  });
  const [ada, ben, cy] = (await Promise.all(['Ada', 'Ben', 'Cy'].map((name) => world.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  const fields = { name: 'Gated', key: 'GAT', repositories: ['acme/gated'] };
  const project = (await ada.post('/api/projects', fields)).body.data;
  const members = `/api/project/${project.id}/members`;
  for (const { id } of [ben, cy]) await ada.post(members, { userId: id, role: 'member' });
  const newAgent = async (owner: Person, name: string, role: string) => {
    const { id } = (await owner.post('/api/agents', { name })).body.data;
    await ada.post(members, { userId: id, role });
    const key = { name: 'k', scopes: ['read', 'write', 'agent'] };
    const made = await owner.post(`/api/agents/${id}/api-keys`, key);
    return { id, ...world.caller({ authorization: `Bearer ${made.body.data.key}` }) };
  };
  const pilot = await newAgent(ada, 'Pilot', 'admin');
  const critic = await newAgent(ben, 'Critic', 'member');
  let tasks = 0;
  const setGates = (gates: object) =>
    ada.put(`/api/project/${project.id}/gates`, { criteria: false, review: 'none', checks: false, ...gates });
  const push = (taskId: string, epoch: number, commit: string) =>
    world.db.transaction((tx) =>
      recordPushes(tx, world.clock, { taskId, epoch, userId: pilot.id }, [
        { branch: `docket/${taskId}/x`, before: null, after: commit, files: ['a.ts'] },
      ]),
    );
  return {
    world,
    ada,
    ben,
    cy,
    pilot,
    critic,
    project,
    setGates,
    newTicket: async (more = {}) =>
      (await ada.post('/api/tickets', { title: 'Rates', projectId: project.id, ...more })).body.data,
    statusOf: async (ref) => (await ada.get(`/api/tickets/${ref}`)).body.data.status,
    work: async (ticketId, commit) => {
      const kind = `work ${++tasks}`;
      await ada.post('/v1/agent-tasks', {
        ticketId,
        kind,
        title: 'Do',
        instructions: 'Do it.',
        agentId: pilot.id,
      });
      const claimed = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [kind] });
      const { id, lease } = claimed.body.data;
      await push(id, lease.epoch, commit);
      return { id, epoch: lease.epoch };
    },
    push,
    check: (name, commit, passed) =>
      world.db.transaction(async (tx) => {
        const by = { userId: null, name: 'GitHub', provider: 'github' };
        const now = world.clock.now();
        const conclusion = passed ? 'success' : 'failure';
        const check = { host: 'github', name, commit, passed, conclusion, url: null, checkedAt: now };
        await recordHostCheck(tx, by, [project.id], check, now);
      }),
    approve: (who, ticketId, more = {}) =>
      who.post(`/api/tickets/${ticketId}/reviews`, { verdict: 'approve', ...more }),
  };
}
