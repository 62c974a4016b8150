import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type Agent, type Client, createClient, DocketError } from '../../../sdk/index.ts';
import {
  clientCommand,
  flag,
  optionalText,
  optionalWord,
  UsageError,
  type Values,
  wholeNumber,
} from '../command.ts';
import { agentNames, agentPresets } from './agent-run/acp/agent-presets.ts';
import { agentRun } from './agent-run.ts';
import { agentKeyFile, findAgentKey, writeAgentKey } from './agent-setup/agent-key.ts';
import { type Answers, newAnswers } from './agent-setup/answers.ts';
import { askSession, sessionOptions } from './agent-setup/ask-session.ts';
import { findAgent } from './agent-setup/find-agent.ts';
import type { ClientContext } from './client-context.ts';
import { findProjectId } from './find-names.ts';
import { toLine } from './terminal-text.ts';

const options = {
  ...sessionOptions,
  name: optionalText('NAME', 'The name of the agent. An agent of yours with this name is used again.'),
  project: optionalText('KEY', 'The project that it works in. It is created if you have no project yet.'),
  agent: optionalWord('NAME', agentNames, 'The coding agent that works on tasks:'),
  exec: optionalText('COMMAND', 'The shell command that works on a task, instead of a coding agent.'),
  tasks: wholeNumber(0, 1_000_000, 0, 'Exit after this many tasks; 0 means never.'),
  'no-start': flag('Do everything but start the agent.'),
  yes: flag('Do not ask whether to go on, and take the proposed answers. The password is still read.'),
};

/** From nothing to a running agent: signs in, creates the agent with a key, tests the connection and starts it. */
export const agentSetup = clientCommand({
  arguments: {},
  options,
  examples: [
    'docket agent setup',
    'docket agent setup --agent claude',
    "docket agent setup --name Fixer --project APP --exec './work-on-it.sh' --yes < password.txt",
  ],
  run: async (values, context) => {
    const answers = newAnswers(context, values.yes);
    const { client, url } = await askSession(context, answers, values);
    const { plan, made } = await prepare(context, client, url, answers, values).finally(() =>
      client.signOut().catch(() => {}),
    );
    if (!made) return { json: { done: false }, text: 'Nothing was changed.\n' };
    const { agentId, keyFile, apiKey } = made;
    const json = { done: true, agentId, project: plan.projectKey, keyFile };
    const again = `DOCKET_URL=${url} DOCKET_API_KEY="$(cat ${keyFile})" docket agent run ${quoteRun(plan)}`;
    context.prompt.remark(`Start it at any time with: ${again}`);
    if (values['no-start']) return { json, text: '' };
    context.prompt.remark('The agent waits for tasks. Stop it with Ctrl-C.');
    const ended = await start(context, url, apiKey, plan);
    return { json: { ...json, tasks: ended.json }, text: ended.text };
  },
});

type Given = Values<typeof options>;

/** Asks for what is missing, says what will be done, and does it if the person agrees. */
async function prepare(context: ClientContext, client: Client, url: string, answers: Answers, given: Given) {
  const plan = await askPlan(context, client, answers, given);
  for (const line of describePlan(context, plan)) context.prompt.remark(line);
  const isWanted = await answers.confirm('Go on? [Y/n] ');
  return { plan, made: isWanted ? await carryOut(context, client, url, plan) : undefined };
}

interface Plan {
  name: string;
  /** Undefined: it is created. */
  agent: Agent | undefined;
  projectKey: string;
  /** Undefined: it is created. */
  projectId: string | undefined;
  work: Work;
  tasks: number;
  starts: boolean;
}

/** What works on a task: a coding agent that is known by its name, or a command. */
type Work = { agent: keyof typeof agentPresets } | { exec: string };

async function askWork({ environment }: ClientContext, answers: Answers, given: Given): Promise<Work> {
  if (given.agent !== undefined && given.exec !== undefined)
    throw new UsageError('Give only one of --agent and --exec.');
  const answer = await answers.ask({
    text: `What works on tasks (${agentNames.join(', ')}, or a command): `,
    option: '--agent or --exec',
    given: given.agent ?? given.exec,
    proposal: agentNames.find((name) => isInstalled(environment.PATH, agentPresets[name].command)),
  });
  const agent =
    given.exec === undefined ? agentNames.find((name) => name === answer.toLowerCase()) : undefined;
  return agent ? { agent } : { exec: answer };
}

const isInstalled = (programs: string | undefined, command: string) =>
  (programs ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && existsSync(path.join(folder, command)));

async function askPlan(
  context: ClientContext,
  client: Client,
  answers: Answers,
  given: Given,
): Promise<Plan> {
  const name = await answers.ask({
    ...{ text: 'Name of the agent: ', option: '--name', given: given.name },
    proposal: 'Pilot',
  });
  const { data: projects } = await client.listProjects({ query: { limit: 1 } });
  const named = await answers.ask({
    ...{ text: 'Project that it works in: ', option: '--project', given: given.project },
    proposal: projects[0]?.key ?? 'APP',
  });
  const projectId = projects.length === 0 ? undefined : await findProjectId(client, named);
  const projectKey = projectId ? (await client.getProject({ params: { id: projectId } })).data.key : named;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(projectKey))
    throw new UsageError('--project is the key of a project: letters, digits, - and _.');
  const work = await askWork(context, answers, given);
  const agent = await findAgent(client, name);
  return { name, agent, projectKey, projectId, work, tasks: given.tasks, starts: !given['no-start'] };
}

function describePlan(
  context: ClientContext,
  { name, agent, projectKey, projectId, ...plan }: Plan,
): string[] {
  const folder = agentKeyFile(context, agent?.id ?? 'ID');
  const steps = [
    ...(projectId ? [] : [`create the project ${projectKey}`]),
    agent
      ? `use your agent ${toLine(name)}, which exists`
      : `create the agent ${toLine(name)}, which belongs to you`,
    `make it a member of ${projectKey}, unless it is one`,
    `store an API key for it, limited to ${projectKey}, in ${folder}, unless one is there`,
    'test the connection with that key',
    ...(plan.starts ? [`start docket agent run ${quoteRun({ ...plan, projectKey })}`] : []),
  ];
  return [
    'This will',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    ...describeNeeds(context, plan),
  ];
}

function describeNeeds({ environment }: ClientContext, { work }: Pick<Plan, 'work'>): string[] {
  if ('exec' in work) return [];
  const { name, command, install, signIn } = agentPresets[work.agent];
  const missing = isInstalled(environment.PATH, command) ? [] : [`${name} is not installed: ${install}`];
  return [...missing, `${name} must be signed in. ${signIn}`];
}

function quoteRun({ work, tasks, projectKey }: Pick<Plan, 'work' | 'tasks' | 'projectKey'>): string {
  const who =
    'agent' in work ? `--agent ${work.agent}` : `--exec '${toLine(work.exec).replaceAll("'", `'\\''`)}'`;
  return `--project ${projectKey} ${who}${tasks > 0 ? ` --tasks ${tasks}` : ''}`;
}

/** What this run has made, with how to remove it. */
class Left {
  readonly #lines: string[] = [];
  add(what: string, removal: string): void {
    this.#lines.push(`  ${what}. Remove it with: ${removal}`);
  }
  describe(reason: string): string[] {
    if (this.#lines.length === 0) return [`${reason} Nothing was changed.`];
    return [
      `${reason} What exists now:`,
      ...this.#lines,
      'Or run docket agent setup again: it goes on from there.',
    ];
  }
}

/** Takes the steps in order. After a failure or Ctrl-C it says what exists and how to remove it. */
async function carryOut(context: ClientContext, client: Client, url: string, plan: Plan) {
  const left = new Left();
  const { remark } = context.prompt;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const step = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    if (interruption.signal.aborted) throw new UsageError('Interrupted.');
    const result = await act();
    remark(`- ${what}`);
    return result;
  };
  try {
    const { projectKey, name } = plan;
    const projectId =
      plan.projectId ??
      (await step(`Created the project ${projectKey}`, async () => {
        const body = { name: projectKey, key: projectKey };
        const { data } = await client.createProject({ body });
        left.add(`The project ${projectKey}`, 'Project → Settings → Delete in the web app');
        return data.id;
      }));
    const agentId =
      plan.agent?.id ??
      (await step(`Created the agent ${toLine(name)}`, async () => {
        const { data } = await client.createAgent({ body: { name } });
        left.add(`The agent ${toLine(name)}`, `docket agent remove ${data.id}`);
        return data.id;
      }));
    await step(`${toLine(name)} is a member of ${projectKey}`, () =>
      ensureMember(client, projectId, agentId),
    );
    const keyFile = agentKeyFile(context, agentId);
    const stored = await findAgentKey(keyFile);
    const apiKey =
      stored && (await mayWorkIn(url, stored, projectId))
        ? stored
        : await step(`Stored an API key in ${keyFile}`, async () => {
            const body = {
              name: `docket on ${hostname()}`.slice(0, 100),
              scopes: ['read', 'write', 'agent'] as ('read' | 'write' | 'agent')[],
              projectIds: [projectId],
            };
            const { data } = await client.createAgentApiKey({ params: { id: agentId }, body });
            left.add(`An API key of ${toLine(name)}`, `docket agent remove ${agentId}`);
            await writeAgentKey(keyFile, data.key);
            return data.key;
          });
    const ready = await testConnection(url, apiKey, projectId);
    remark(
      `- The connection works: ${ready} ${ready === 1 ? 'task is' : 'tasks are'} ready for ${toLine(name)}`,
    );
    if (interruption.signal.aborted) throw new UsageError('Interrupted.');
    return { agentId, apiKey, keyFile };
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : 'A step failed.';
    for (const line of left.describe(reason)) remark(line);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** A member keeps the role that it has. */
async function ensureMember(client: Client, projectId: string, agentId: string): Promise<void> {
  for await (const { id } of client.listMembers.all({ params: { id: projectId }, query: { limit: 100 } }))
    if (id === agentId) return;
  await client.addMember({ params: { id: projectId }, body: { userId: agentId, role: 'member' } });
}

/** False for a stored key that was deleted, or is limited to another project. */
async function mayWorkIn(url: string, apiKey: string, projectId: string): Promise<boolean> {
  try {
    await testConnection(url, apiKey, projectId);
    return true;
  } catch (error) {
    if (error instanceof DocketError && [401, 403, 404].includes(error.status)) return false;
    throw error;
  }
}

/** How many tasks wait for the agent; throws if the key does not work in the project. */
async function testConnection(baseUrl: string, apiKey: string, project: string): Promise<number> {
  const client = createClient({ baseUrl, apiKey });
  await client.getProject({ params: { id: project } });
  const { pagination } = await client.listAgentTasks({ query: { project, ready: true, limit: 1 } });
  return pagination.total;
}

/** Runs `docket agent run` with the key of the agent. */
function start(context: ClientContext, url: string, apiKey: string, { work, tasks, projectKey }: Plan) {
  const defaults = Object.fromEntries(
    Object.entries(agentRun.options).map(([name, { absent }]) => [name, absent]),
  ) as Values<typeof agentRun.options>;
  const environment = { ...context.environment, DOCKET_URL: url, DOCKET_API_KEY: apiKey };
  return agentRun.run({ ...defaults, url, ...work, tasks, project: projectKey }, { ...context, environment });
}
