import { createHash } from 'node:crypto';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  InitializeResponse,
  McpServer,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { TaskFailureType } from '../../../../../sdk/index.ts';
import type { Question } from '../command-lines.ts';
import type { LineLogger } from '../line-logger.ts';
import { terminate } from '../process-group.ts';
import type { Surroundings } from '../run-command.ts';
import type { ForWorker, Task } from '../task-client.ts';
import type { Ending, Report, Work } from '../work.ts';
import type { WorkFolder } from '../work-folder/open-work-folder.ts';
import type { AgentPreset } from './agent-presets.ts';
import { AgentUnusable, initialize, startAgent } from './agent-process.ts';
import { describeFailure, type Failure } from './failures.ts';
import type { Acp } from './load-sdk.ts';
import {
  answerPermission,
  decide,
  describePermission,
  kindKey,
  type PermissionRequest,
  permissionKey,
} from './permissions.ts';
import { firstPrompt, messagePrompt, nextPrompt } from './prompts.ts';
import { newUpdateReporter } from './session-updates.ts';

export interface AgentSettings {
  acp: Acp;
  preset: AgentPreset;
  /** Identifies the agent across restarts, so that it resumes only sessions of its own. */
  agentId: string;
  /** Kinds of steps that are allowed without asking a person. */
  allowed: readonly ToolKind[];
  logger: LineLogger;
  stopGraceMs: number;
  /** An agent that sends nothing for so long is ended. */
  silenceMs: number;
  readContext(taskId: string): Promise<string>;
  /** How the agent reaches Docket's tools, with the key of its lease where the task has one. */
  findMcpServer(hasHttp: boolean, leaseKey: string | undefined): McpServer;
  /** Tells that no task can succeed until a person does something. */
  onUnusable(sentence: string): void;
}

/**
 * Works on a task with an agent that speaks the Agent Client Protocol.
 *
 * | mode     | event                                  | next                                                   |
 * |----------|----------------------------------------|--------------------------------------------------------|
 * | working  | the turn ends                          | ended; with unread messages: working, they are a prompt |
 * | working  | message of a person                    | interrupted: `session/cancel`, then a prompt with it    |
 * | working  | permission or form that a person decides | asking: `session/cancel`, then the question             |
 * | working  | request to stop                        | stopping: `session/cancel`, after the grace period SIGTERM |
 * | any      | silence, death, lost task              | ended                                                  |
 *
 * A question releases the task, perhaps for days, so the agent ends too. The answer continues the session where the agent
 * can resume it; else a new one gets it with the context.
 */
export function startAcpWork(
  task: Task,
  report: Report,
  settings: AgentSettings,
  surroundings: Surroundings & { folder: string },
  folder: WorkFolder,
): Work & { pid: number | undefined } {
  const agent = startAgent(settings.acp, settings.preset, surroundings);
  const run = new AgentRun(task, report, settings, folder, agent);
  return {
    receive: (answer) => run.receive(answer),
    takeRead: () => run.takeRead(),
    terminate: () => terminate(agent.child),
    ended: run.run(),
    pid: agent.child.pid,
  };
}

type Mode = 'starting' | 'working' | 'interrupted' | 'asking' | 'stopping';

class AgentRun {
  readonly #task: Task;
  readonly #report: Report;
  readonly #settings: AgentSettings;
  readonly #folder: WorkFolder;
  readonly #agent: ReturnType<typeof startAgent>;
  readonly #updates: ReturnType<typeof newUpdateReporter>;
  readonly #connection;
  /** The answer to what was asked in the attempt before. */
  readonly #last: { key: string; isAllowed: boolean } | undefined;
  #mode: Mode = 'starting';
  #sessionId: string | undefined;
  #seen = new Set<string>();
  #waiting: ForWorker['messages'] = [];
  #read: string[] = [];
  #silence: NodeJS.Timeout | undefined;
  #isSilent = false;

  constructor(
    task: Task,
    report: Report,
    settings: AgentSettings,
    folder: WorkFolder,
    agent: ReturnType<typeof startAgent>,
  ) {
    this.#task = task;
    this.#report = report;
    this.#settings = settings;
    this.#folder = folder;
    this.#agent = agent;
    this.#updates = newUpdateReporter(report, folder.tree);
    this.#last = this.#readLastAnswer();
    const { client, methods } = settings.acp;
    this.#connection = client({ name: 'docket' })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#permit(params))
      .onRequest(methods.client.elicitation.create, ({ params }) => this.#elicit(params))
      .onNotification(methods.client.session.update, ({ params }) => {
        this.#noteLife();
        if (params.sessionId === this.#sessionId && this.#mode !== 'starting')
          this.#updates.update(params.update);
      })
      .connect(agent.stream);
  }

  async run(): Promise<Ending> {
    const { preset } = this.#settings;
    this.#noteLife();
    try {
      const answer = await initialize(this.#settings.acp, preset, (...call) =>
        this.#connection.agent.request(...call),
      );
      const { sessionId, isResumed } = await this.#openSession(answer);
      if (isResumed) this.#updates.resume(this.#ownSession()?.cost ?? 0);
      const ending = await this.#talk(sessionId, isResumed);
      this.#saveSession(sessionId);
      return ending;
    } catch (error) {
      if (this.#sessionId !== undefined) this.#saveSession(this.#sessionId);
      return this.#fail(await this.#findFailure(error));
    } finally {
      clearTimeout(this.#silence);
      this.#updates.flush();
      this.#connection.close();
      await this.#agent.end();
    }
  }

  receive({ messages, stop }: ForWorker): void {
    for (const message of messages) {
      if (this.#seen.has(message.id)) continue;
      this.#seen.add(message.id);
      this.#waiting.push(message);
    }
    if (stop !== null && this.#mode !== 'stopping') {
      this.#settings.logger.info({ task: this.#task.id, reason: stop }, 'Asked to stop; ending the agent');
      this.#mode = 'stopping';
      this.#cancelTurn();
      setTimeout(() => terminate(this.#agent.child), this.#settings.stopGraceMs).unref();
    } else if (this.#waiting.length > 0 && this.#mode === 'working') {
      this.#mode = 'interrupted';
      this.#cancelTurn();
    }
  }

  takeRead(): string[] {
    const ids = this.#read;
    this.#read = [];
    return ids;
  }

  /** Resumes the session of the attempt or task before, if the agent can. */
  async #openSession({
    agentCapabilities,
  }: InitializeResponse): Promise<{ sessionId: string; isResumed: boolean }> {
    const { methods } = this.#settings.acp;
    const request = this.#connection.agent;
    const hasHttp = agentCapabilities?.mcpCapabilities?.http === true;
    const mcpServers = [this.#settings.findMcpServer(hasHttp, this.#task.git?.password)];
    const cwd = this.#folder.tree;
    const earlier = this.#ownSession()?.id;
    if (earlier !== undefined) {
      const params = { sessionId: earlier, cwd, mcpServers };
      try {
        if (agentCapabilities?.sessionCapabilities?.resume) {
          await request.request(methods.agent.session.resume, params);
          return { sessionId: earlier, isResumed: true };
        }
        if (agentCapabilities?.loadSession) {
          await request.request(methods.agent.session.load, params);
          return { sessionId: earlier, isResumed: true };
        }
      } catch (error) {
        if (isAuthRequired(error)) throw error;
        this.#settings.logger.info(
          { task: this.#task.id },
          'The session cannot be resumed; starting a new one',
        );
      }
    }
    const { sessionId } = await request.request(methods.agent.session.new, { cwd, mcpServers });
    return { sessionId, isResumed: false };
  }

  async #talk(sessionId: string, isResumed: boolean): Promise<Ending> {
    this.#sessionId = sessionId;
    const { session, asked: _, ...state } = this.#folder.state;
    const isFollowUp =
      this.#folder.previousTaskId !== undefined && this.#folder.previousTaskId !== this.#task.id;
    let text = '';
    if (isResumed && !isFollowUp) text = nextPrompt(this.#task, this.#folder, false, '');
    else {
      const context = await this.#settings.readContext(this.#task.id);
      text = isResumed
        ? nextPrompt(this.#task, this.#folder, true, context)
        : firstPrompt(this.#task, this.#folder, context);
    }
    const cost = isResumed ? session?.cost : undefined;
    this.#folder.replace({
      ...state,
      session: { agent: this.#settings.agentId, id: sessionId, ...(cost !== undefined && { cost }) },
    });
    for (;;) {
      if (this.#waiting.length > 0) {
        this.#read.push(...this.#waiting.map(({ id }) => id));
        text = [text, messagePrompt(this.#waiting)].filter(Boolean).join('\n\n');
        this.#waiting = [];
      }
      if (this.#mode === 'stopping') return { outcome: 'released' };
      this.#mode = 'working';
      const { stopReason } = await this.#prompt(sessionId, text);
      this.#updates.flush();
      // Read anew: the handlers of the connection change it during the turn.
      const mode = this.#mode as Mode;
      if (mode === 'asking') return { outcome: 'completed' };
      if (mode === 'stopping')
        return stopReason === 'end_turn' ? { outcome: 'completed' } : { outcome: 'released' };
      if (this.#waiting.length === 0) return this.#conclude(stopReason);
      text = '';
    }
  }

  #prompt(sessionId: string, text: string): Promise<PromptResponse> {
    const { methods } = this.#settings.acp;
    const prompt = [{ type: 'text' as const, text }];
    return this.#connection.agent.request(methods.agent.session.prompt, { sessionId, prompt });
  }

  #conclude(stopReason: PromptResponse['stopReason']): Ending {
    if (stopReason === 'end_turn') return { outcome: 'completed' };
    const failures: Record<string, Failure> = {
      max_tokens: { type: 'context', error: 'The agent reached the limit of its context.', retryable: true },
      max_turn_requests: {
        type: 'quota',
        error: 'The agent reached its limit of requests to the model.',
        retryable: true,
      },
      refusal: { type: 'refused', error: 'The model refused to go on.', retryable: false },
    };
    return this.#fail(
      failures[stopReason] ?? {
        type: 'unknown',
        error: `The agent stopped: ${stopReason}.`,
        retryable: true,
      },
    );
  }

  #fail({ type, error, retryable }: Failure): Ending {
    this.#report({ docket: 'failure', type: type satisfies TaskFailureType });
    return { outcome: 'failed', error, retryable };
  }

  async #findFailure(error: unknown): Promise<Failure> {
    const { preset, silenceMs } = this.#settings;
    if (this.#isSilent)
      return {
        type: 'timeout',
        error: `The agent sent nothing for ${Math.round(silenceMs / 1_000)} s.`,
        retryable: true,
      };
    if (isAuthRequired(error)) {
      const sentence = `${preset.name} is not signed in. ${preset.signIn}`;
      this.#settings.onUnusable(sentence);
      return { type: 'auth', error: sentence, retryable: true };
    }
    if (error instanceof AgentUnusable) return { type: 'environment', error: error.message, retryable: true };
    if (this.#connection.signal.aborted) {
      terminate(this.#agent.child);
      return { type: 'environment', error: await this.#agent.describeExit(), retryable: true };
    }
    return describeFailure(error as Error);
  }

  async #permit(params: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    this.#noteLife();
    const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };
    if (params.sessionId !== this.#sessionId || this.#mode !== 'working') return cancelled;
    const { toolCall, options } = params;
    const known = this.#updates.tools.get(toolCall.toolCallId);
    const request: PermissionRequest = {
      kind: toolCall.kind ?? known?.kind ?? 'other',
      title: (toolCall.title ?? known?.title ?? 'a step without a title').slice(0, 500),
      input: toolCall.rawInput,
      paths: [
        ...(toolCall.locations ?? []).map(({ path }) => path),
        ...(toolCall.content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
      ],
    };
    const { state, tree } = this.#folder;
    const decisions = { allowed: state.allowed ?? [], last: this.#last };
    const decision = decide(request, tree, this.#settings.allowed, decisions);
    if (decision !== 'ask') return answerPermission(options, decision);
    const asked = { kind: 'permission', key: permissionKey(request), title: request.title } as const;
    this.#ask(asked, describePermission(request), kindKey(request.kind));
    return cancelled;
  }

  async #elicit(params: CreateElicitationRequest): Promise<CreateElicitationResponse> {
    this.#noteLife();
    if (params.mode !== 'form' || this.#mode !== 'working') return { action: 'cancel' };
    const { message, requestedSchema } = params as typeof params & { requestedSchema?: object };
    const form = withoutNulls({ type: 'object', ...requestedSchema }) as Record<string, unknown>;
    const key = createHash('sha256')
      .update(JSON.stringify([message, form]))
      .digest('hex');
    const { answer } = this.#task;
    if (this.#last?.key === key && answer?.values)
      return { action: 'accept', content: answer.values as Record<string, string> };
    this.#ask({ kind: 'form', key, title: message.slice(0, 500) }, { question: message, form });
    return { action: 'cancel' };
  }

  /** Ends the turn, and asks when it has ended. */
  #ask(asked: NonNullable<WorkFolder['state']['asked']>, question: Question, kind?: string): void {
    this.#mode = 'asking';
    this.#folder.save({ asked: { ...asked, ...(kind && { allows: kind }) } });
    this.#report({ docket: 'question', ...question });
    this.#cancelTurn();
    setTimeout(() => terminate(this.#agent.child), this.#settings.stopGraceMs).unref();
  }

  #cancelTurn(): void {
    const sessionId = this.#sessionId;
    if (sessionId === undefined) return;
    const { methods } = this.#settings.acp;
    this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
  }

  /** What a person has answered since the last attempt; "always" allows the kind for the rest of the work. */
  #readLastAnswer(): { key: string; isAllowed: boolean } | undefined {
    const { asked, allowed = [] } = this.#folder.state;
    const { answer } = this.#task;
    if (!asked || !answer) return undefined;
    const isApproval = answer.approve !== undefined;
    if (isApproval && answer.approve && asked.allows && /^\s*always\b/i.test(answer.reason ?? ''))
      this.#folder.save({ allowed: [...new Set([...allowed, asked.allows])] });
    return { key: asked.key, isAllowed: !isApproval || answer.approve === true };
  }

  #ownSession() {
    const { session } = this.#folder.state;
    return session?.agent === this.#settings.agentId ? session : undefined;
  }

  #saveSession(id: string): void {
    const session = { agent: this.#settings.agentId, id, cost: this.#updates.readCost() };
    this.#folder.save({ session });
  }

  #noteLife(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      terminate(this.#agent.child);
    }, this.#settings.silenceMs);
    this.#silence.unref();
  }
}

const authRequired = -32_000;
const isAuthRequired = (error: unknown) => (error as { code?: unknown }).code === authRequired;

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutNulls(part)]));
}
