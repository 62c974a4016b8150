import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { insertAccount, openSession, sessionCookieName } from '../../src/auth/index.ts';
import { type AppOptions, buildApp } from '../../src/composition/app.ts';
import { type Context, newContext } from '../../src/composition/context.ts';
import { eventCatalogue } from '../../src/composition/event-catalogue.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import type { EventRow } from '../../src/events/index.ts';
import type { SteadyClock } from '../../src/platform/clock.ts';
import { type Database, openPrepared, statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { newLogger } from '../../src/platform/logger.ts';
import type { InstanceRole } from '../../src/users/index.ts';
import { insertWorkspace } from '../../src/workspaces/index.ts';
import { type EngineName, newMigratedDatabase } from './engines.ts';
import { assertDocumented } from './openapi-contract.ts';
import { passwordHash } from './password.ts';

export { password } from './password.ts';

/** A clock that only `advance` and `step` move. */
export interface TestClock extends SteadyClock {
  advance(ms: number): void;
  /** Sets the system time forward or back: no time passes. */
  step(ms: number): void;
}

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

type Headers = Record<string, string>;

export interface Caller {
  get(url: string, headers?: Headers): Promise<ApiResponse>;
  post(url: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  put(url: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  patch(url: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  delete(url: string, headers?: Headers): Promise<ApiResponse>;
}

export interface Person extends Caller {
  id: string;
  name: string;
  email: string;
  cookie: string;
}

export interface World {
  app: FastifyInstance;
  context: Context;
  db: Database;
  clock: TestClock;
  config: Config;
  /** Creates an account and signs in. The first account of a world gets no special role. */
  person(name: string, role?: InstanceRole, email?: string): Promise<Person>;
  /** Sends requests without a credential. */
  anonymous: Caller;
  caller(headers: Headers): Caller;
  label(workspaceId: string, name: string): Promise<string>;
  group(projectId: string, name: string): Promise<string>;
  sharedWorkspace(ownerId: string, memberIds: string[]): Promise<string>;
  /** All events so far, in order. */
  events(): Promise<EventRow[]>;
  close(): Promise<void>;
}

const insertLabel = statement<{ id: string; workspaceId: string; name: string }>(`
  insert into labels (id, workspace_id, name, name_folded, color, created_at, updated_at)
  values (:id, :workspaceId, :name, :name, '#888888', 0, 0)`);
const insertGroup = statement<{ id: string; projectId: string; name: string }>(`
  insert into groups (id, project_id, name, kind, created_at, updated_at) values (:id, :projectId, :name, 'cycle', 0, 0)`);
const everyEvent = statement<object, EventRow>(`
  select seq, xid, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
    project_id as "projectId", ticket_id as "ticketId", data
  from ordered_events order by seq`);
const recordedTypes = statement<object, { type: string }>('select distinct type from events');
const eventNames = new Set(eventCatalogue.map(({ name }) => name));
const insertMember = statement<{ id: string; userId: string }>(
  "insert into workspace_members (workspace_id, user_id, role, joined_at) values (:id, :userId, 'member', 0)",
);

export async function openWorld(
  engine: EngineName,
  settings: Record<string, string> = {},
  options: Pick<AppOptions, 'webApp' | 'bodies' | 'admission'> = {},
): Promise<World> {
  const home = await newMigratedDatabase(engine);
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'docket-world-'));
  const config: Config = { ...readConfig({ DATA_DIR: dataFolder, ...settings }), database: home.address };
  const clock = newTestClock();
  const logger = newLogger('silent');
  const context = newContext({ config, clock, logger, db: await openPrepared(home.address) });
  const { db } = context;
  // Tests may replace the functions of `db.reads`.
  const { list: listRows } = db.reads;
  const never = Number.POSITIVE_INFINITY;
  // A busy machine must not make tests fail.
  const waits = { shareWaitMs: never, waitMsMax: never };
  const app = buildApp(context, { admission: { burst: waits, lasting: waits }, ...options });
  await app.ready();
  const addPerson = async (
    name: string,
    role: InstanceRole = 'USER',
    email = `${name.toLowerCase()}.${newId().slice(-12)}@example.org`,
  ): Promise<Person> => {
    const { user, session } = await db.transaction(async (tx) => {
      const account = await insertAccount(tx, clock.now(), { name, email, role }, passwordHash);
      return {
        user: account,
        session: await openSession(tx, account.id, { address: null, userAgent: null }, clock.now()),
      };
    });
    const credentials = { cookie: `${sessionCookie}=${session.token}` };
    const caller = callerOf(app, credentials);
    return {
      id: user.id,
      name,
      email,
      get cookie() {
        return credentials.cookie;
      },
      ...caller,
    };
  };

  return {
    app,
    context,
    db,
    clock,
    config,
    person: addPerson,
    anonymous: callerOf(app, {}),
    caller: (headers) => callerOf(app, headers),
    label: async (workspaceId, name) => {
      const id = newId();
      await db.transaction((tx) => tx.run(insertLabel, { id, workspaceId, name }));
      return id;
    },
    group: async (projectId, name) => {
      const id = newId();
      await db.transaction((tx) => tx.run(insertGroup, { id, projectId, name }));
      return id;
    },
    sharedWorkspace: async (ownerId, memberIds) => {
      const id = newId();
      const now = clock.now();
      await db.transaction(async (tx) => {
        await insertWorkspace(tx, {
          id,
          name: 'Shared',
          kind: 'shared',
          ownerId,
          createdAt: now,
          updatedAt: now,
        });
        for (const userId of memberIds) await tx.run(insertMember, { id, userId });
      });
      return id;
    },
    // Not `settled_events`: transactions of other tests on the same PostgreSQL server can hide the newest events.
    events: () => db.reads.list(everyEvent, {}),
    close: async () => {
      const types = await listRows(recordedTypes, {});
      await app.close();
      await context.close();
      await home.remove();
      rmSync(dataFolder, { recursive: true });
      const unlisted = types.filter(({ type }) => !eventNames.has(type) && !type.startsWith('test.'));
      assert.deepEqual(unlisted, [], 'src/composition/event-catalogue.ts does not list these event types');
    },
  };
}

const sessionCookie = sessionCookieName({ prefix: 'docket', secure: false });

/** Keeps the cookie as a browser does when the session gets another token. Signing in again makes another caller. */
function followRotation(credentials: Headers, url: string, setCookie: unknown): void {
  const token = new RegExp(`${sessionCookie}=([^;]+)`).exec(String(setCookie))?.[1];
  if (token && credentials.cookie?.startsWith(`${sessionCookie}=`) && !url.startsWith('/api/auth/sign-'))
    credentials.cookie = `${sessionCookie}=${token}`;
}

function callerOf(app: FastifyInstance, credentials: Headers): Caller {
  const call = async (method: InjectOptions['method'], url: string, body: unknown, headers: Headers = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...credentials, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      body: parseBody(response.body, String(response.headers['content-type'])),
    };
    assertDocumented(app, String(method), url, answer);
    followRotation(credentials, url, response.headers['set-cookie']);
    return answer;
  };
  return {
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body, headers) => call('PUT', url, body, headers),
    patch: (url, body, headers) => call('PATCH', url, body, headers),
    delete: (url, headers) => call('DELETE', url, undefined, headers),
  };
}

const parseBody = (text: string, type: string) =>
  type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;

function newTestClock(): TestClock {
  let at = Date.parse('2026-11-01T12:00:00.000Z');
  let passedMs = 0;
  return {
    now: () => at,
    steadyNow: () => passedMs,
    advance: (ms) => {
      at += ms;
      passedMs += ms;
    },
    step: (ms) => {
      at += ms;
    },
  };
}
