import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface PostgresCluster {
  url: string;
  /** Ends the server and removes its folder; a second call waits for the first. */
  stop(): Promise<void>;
}

/** Nothing in here outlives the tests, so nothing has to survive a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
};

/**
 * The server lives as long as its keeper's standard input is open. However the tests end, even by SIGKILL, the pipe
 * closes with them, and the keeper ends the server and removes the folder.
 */
const keeperScript = `
  bin=$1 folder=$2; shift 2
  trap '' PIPE  # whoever would read the complaints may be gone
  exec 3<&0
  "$bin/initdb" --pgdata "$folder/data" --username docket --pwfile "$folder/password" --auth password \\
    --encoding UTF8 --locale C.UTF-8 --no-sync --no-instructions > /dev/null && {
    "$bin/postgres" -D "$folder/data" -k "$folder" "$@" & server=$!
    # a server that is just starting misses signals, so it is told until it is gone
    { cat <&3; while kill -QUIT $server; do sleep 0.1; done; } > /dev/null 2>&1 &
    wait $server
  }
  rm -rf "$folder"`;

/** A private PostgreSQL in a temporary folder; undefined where its server binaries are not installed. */
export async function startPostgresCluster(
  others: Record<string, string> = {},
): Promise<PostgresCluster | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const user = unprivilegedUser();
  const port = await findFreePort();
  const password = randomBytes(16).toString('hex');
  const folder = makeFolder(password, user);
  const options = Object.entries({ ...settings, ...others }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const keeper = spawn('/bin/sh', ['-c', keeperScript, 'sh', bin, folder, '-p', String(port), ...options], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    // In a group of its own a Ctrl-C does not reach it: the server goes last, after those who use it.
    detached: true,
    ...user,
  });
  const ended = once(keeper, 'exit');
  const stop = async () => {
    keeper.ref();
    keeper.stdin?.end();
    await ended;
  };
  await untilReady(keeper.stderr as Readable).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  letParentEnd(keeper);
  return { url: `postgres://docket:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** Debian keeps the server's programs off the PATH, in a folder for each version. */
function findBinaries(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a));
  const searched = [...debian, ...(process.env.PATH ?? '').split(path.delimiter)];
  return searched.find(
    (bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')),
  );
}

const versionOf = (bin: string) => Number(bin.split('/').at(-2));

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) =>
    accounts.filter((fields) => fields[0] === name),
  )[0];
  if (!account)
    throw new Error('root cannot run PostgreSQL, and there is neither a user postgres nor nobody');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

function makeFolder(password: string, user: { uid: number; gid: number } | undefined): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-postgres-'));
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const file of [passwordFile, folder]) chownSync(file, user.uid, user.gid);
  return folder;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(log: Readable): Promise<void> {
  let said = '';
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('ready to accept connections')) return;
  }
  throw new Error(`PostgreSQL did not start:\n${said}`);
}

/** A test file that forgets to stop the cluster still ends, and the cluster with it. */
function letParentEnd(keeper: ChildProcess): void {
  keeper.unref();
  (keeper.stdin as Socket).unref();
  // A pipe that nobody empties would make the server wait at its next line of log.
  (keeper.stderr as Socket).resume();
  (keeper.stderr as Socket).unref();
}
