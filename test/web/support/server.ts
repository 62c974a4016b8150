import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '../../../sdk/index.ts';
import { insertAccount, openSession, sessionCookieName } from '../../../src/auth/index.ts';
import { buildApp } from '../../../src/composition/app.ts';
import { newContext } from '../../../src/composition/context.ts';
import { startWorker } from '../../../src/composition/worker.ts';
import { type Config, readConfig } from '../../../src/config/index.ts';
import type { SteadyClock } from '../../../src/platform/clock.ts';
import { openPrepared } from '../../../src/platform/db/index.ts';
import { newLogger } from '../../../src/platform/logger.ts';
import type { InstanceRole } from '../../../src/users/index.ts';
import { WebApp } from '../../../src/web-app/index.ts';
import { newMigratedDatabase } from '../../support/engines.ts';
import { passwordHash } from '../../support/password.ts';

/** Somebody with an account and a session. */
export interface Account {
  id: string;
  name: string;
  email: string;
  session: { name: string; value: string };
}

/** An account, and the API as that person uses it. */
export interface Person extends Account {
  api: Client;
}

export interface WebServer {
  url: string;
  /** Moves the clock of the server on, which otherwise runs as the clock of the machine does. */
  advanceClock(ms: number): void;
  person(name: string, role?: InstanceRole): Promise<Person>;
  /** Somebody of the server that this one was copied from. */
  personOf(account: Account): Person;
  /** What an agent or a program with an API key may do. */
  apiWithKey(apiKey: string): Client;
  /** Stops answering at once, also in the middle of a request, as a crash does. The database keeps what is committed. */
  crash(): Promise<void>;
  /** Answers again at the same address after `crash`, if wanted with another folder of web/dist or other settings. */
  restart(changes?: { root?: string; config?: Partial<Config> }): Promise<void>;
  /** Stops, and leaves what is stored in a folder, from which `openServer` starts others. */
  closeInto(folder: string): Promise<void>;
  close(): Promise<void>;
}

const databaseFile = 'docket.db';

/**
 * The whole server with its background loops on a new SQLite database or on a copy of a stored one, at a free port of
 * 127.0.0.1.
 */
export async function openServer(
  settings: Record<string, string> = {},
  storedIn?: string,
): Promise<WebServer> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'docket-web-'));
  if (storedIn) cpSync(storedIn, dataFolder, { recursive: true });
  else await newDatabaseIn(dataFolder);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ DATA_DIR: dataFolder, HOST: '127.0.0.1', PORT: String(port), ...settings });
  let clockOffsetMs = 0;
  const clock = { now: () => Date.now() + clockOffsetMs, steadyNow: () => performance.now() + clockOffsetMs };
  const start = ({ root: folder = root, config: changed = {} } = {}) =>
    startServer({ ...config, ...changed }, clock, folder);
  let running: RunningServer | undefined = await start();
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const personOf = (account: Account): Person => {
    const { name, value } = account.session;
    return { ...account, api: createClient({ baseUrl: url, cookie: `${name}=${value}` }) };
  };

  return {
    url,
    advanceClock: (ms) => {
      clockOffsetMs += ms;
    },
    person: async (name, role = 'USER') => {
      if (!running) throw new Error('The server does not run');
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
      const { id, token } = await running.db.transaction(async (tx) => {
        const account = await insertAccount(tx, clock.now(), { name, email, role }, passwordHash);
        const opened = await openSession(tx, account.id, { address: null, userAgent: null }, clock.now());
        return { id: account.id, token: opened.token };
      });
      const session = { name: sessionCookieName({ prefix: 'docket', secure: false }), value: token };
      return personOf({ id, name, email, session });
    },
    personOf,
    apiWithKey: (apiKey) => createClient({ baseUrl: url, apiKey }),
    crash: stop,
    restart: async (changes) => {
      running ??= await start(changes);
    },
    closeInto: async (folder) => {
      await stop();
      cpSync(dataFolder, folder, { recursive: true });
      rmSync(dataFolder, { recursive: true });
    },
    close: async () => {
      await stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function newDatabaseIn(folder: string): Promise<void> {
  const { address, remove } = await newMigratedDatabase('sqlite');
  if (address.engine === 'sqlite') copyFileSync(address.file, path.join(folder, databaseFile));
  await remove();
}

const root = path.resolve(import.meta.dirname, '../../..');

type RunningServer = Awaited<ReturnType<typeof startServer>>;

async function startServer(config: Config, clock: SteadyClock, folder: string) {
  const logger = newLogger('silent');
  const context = newContext({ config, clock, logger, db: await openPrepared(config.database) });
  const never = Number.POSITIVE_INFINITY;
  const webApp = new WebApp({ root: folder, searchPath: config.searchPath, logger });
  // Builds the web app if its sources have changed.
  await webApp.finished();
  if ((await webApp.state()) !== 'ready') throw new Error('The web app cannot be built: npm run web:build');
  // A busy machine must not make tests fail.
  const app = buildApp(context, {
    webApp,
    admission: {
      burst: { shareWaitMs: never, waitMsMax: never },
      lasting: { shareWaitMs: never, waitMsMax: never },
    },
  });
  const worker = startWorker(context);
  await app.ready();
  await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: () => '' });
  return {
    db: context.db,
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await worker.stop();
      await context.close();
    },
  };
}

const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
