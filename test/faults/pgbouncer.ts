import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePort, letParentExit, unprivilegedUser } from '../support/postgres-cluster.ts';

/** Debian installs it where only root looks for programs. */
const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));

export interface PgBouncer {
  /** Of the database that `databaseUrl` names. */
  url: string;
  /** As a restart of the service: every connection ends at once. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** PgBouncer in transaction mode, with few sessions for many clients, in front of every database of the server. */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  if (!program) throw new Error('PgBouncer is not installed (Debian: apt-get install pgbouncer)');
  const server = new URL(databaseUrl);
  const port = await findFreePort();
  const user = unprivilegedUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-pgbouncer-'));
  const files = {
    'users.txt': `"${server.username}" "${server.password}"\n`,
    'pgbouncer.ini': `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
server_reset_query =
server_login_retry = 0.2
`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text);
    if (user) chownSync(path.join(folder, name), user.uid, user.gid);
  }
  if (user) chownSync(folder, user.uid, user.gid);

  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(program, [path.join(folder, 'pgbouncer.ini')], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...user,
    });
    process.once('exit', kill);
    await untilUp(child);
    letParentExit(child);
  };
  const kill = () => void child?.kill('SIGKILL');
  const stop = async () => {
    if (!child) return;
    child.ref();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    process.removeListener('exit', kill);
    child = undefined;
  };
  await start();
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilUp(child: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of (child.stderr as Readable).iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('process up')) return;
  }
  throw new Error(`PgBouncer did not start:\n${output}`);
}
