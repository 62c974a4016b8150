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

/** The data is thrown away after the tests, so it need not survive a crash. */
export const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
};

/**
 * A shell script that runs the server while its standard input is open. However the tests end, even by SIGKILL, the pipe
 * closes with them; the script then stops the server and removes the folder.
 */
const supervisorScript = `
  bin=$1 folder=$2; shift 2
  trap '' PIPE  # the reader of standard error may have ended
  exec 3<&0
  "$bin/initdb" --pgdata "$folder/data" --username docket --pwfile "$folder/password" --auth password \\
    --encoding UTF8 --locale C.UTF-8 --no-sync --no-instructions > /dev/null && {
    "$bin/postgres" -D "$folder/data" -k "$folder" "$@" & server=$!
    # a starting server ignores signals, so the signal is repeated until the server has ended
    { cat <&3; while kill -QUIT $server; do sleep 0.1; done; } > /dev/null 2>&1 &
    wait $server
  }
  rm -rf "$folder"`;

/** Starts a private PostgreSQL server in a temporary folder; undefined if its binaries are not installed. */
export async function startPostgresCluster(
  extraSettings: Record<string, string> = {},
): Promise<PostgresCluster | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const user = unprivilegedUser();
  const port = await findFreePort();
  const password = randomBytes(16).toString('hex');
  const folder = makeFolder(password, user);
  const options = Object.entries({ ...settings, ...extraSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const supervisor = spawn(
    '/bin/sh',
    ['-c', supervisorScript, 'sh', bin, folder, '-p', String(port), ...options],
    {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      // In its own process group Ctrl-C does not reach it, so the server ends after the tests that use it.
      detached: true,
      ...user,
    },
  );
  const ended = once(supervisor, 'exit');
  const stop = async () => {
    supervisor.ref();
    supervisor.stdin?.end();
    await ended;
  };
  await untilReady(supervisor.stderr as Readable).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  letParentExit(supervisor);
  return { url: `postgres://docket:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** Debian installs the server binaries outside of PATH, in one folder per version. */
export function findBinaries(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a));
  const searched = [...debian, ...(process.env.PATH ?? '').split(path.delimiter)];
  return searched.find(
    (bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')),
  );
}

const versionOf = (bin: string) => Number(bin.split('/').at(-2));

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) =>
    accounts.filter((fields) => fields[0] === name),
  )[0];
  if (!account) throw new Error('root cannot run PostgreSQL, and there is no user postgres or nobody');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

export function makeFolder(password: string, user: { uid: number; gid: number } | undefined): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-postgres-'));
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const file of [passwordFile, folder]) chownSync(file, user.uid, user.gid);
  return folder;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function untilReady(log: Readable): Promise<void> {
  let output = '';
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (/ready to accept (?:read-only )?connections/.test(output)) return;
  }
  throw new Error(`PostgreSQL did not start:\n${output}`);
}

/** Lets a test process exit without stopping the cluster; the cluster ends with it. */
export function letParentExit(supervisor: ChildProcess): void {
  supervisor.unref();
  (supervisor.stdin as Socket).unref();
  // A full pipe would block the server at its next log line.
  (supervisor.stderr as Socket).resume();
  (supervisor.stderr as Socket).unref();
}
