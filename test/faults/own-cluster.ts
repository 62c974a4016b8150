import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import pg from 'pg';
import {
  findBinaries,
  findFreePort,
  letParentExit,
  makeFolder,
  unprivilegedUser,
  untilReady,
} from '../support/postgres-cluster.ts';

/** As in the manual: fast ends the sessions, immediate leaves the recovery to the next start. */
export type StopMode = 'fast' | 'immediate';

export interface OwnCluster {
  url: string;
  stop(mode: StopMode): Promise<void>;
  start(): Promise<void>;
  /** Runs a statement as the superuser, on a connection of its own. */
  run(sql: string): Promise<pg.QueryResult>;
  /** Whom the server runs as, if not as the tests. */
  user: { uid: number; gid: number } | undefined;
  remove(): Promise<void>;
}

/**
 * Runs the server as its standard input says: `start`, or the name of a signal, answered by `ended`. When the input
 * closes, with the tests or before, the server is stopped and the folder removed.
 */
const supervisorScript = `
  bin=$1 folder=$2 port=$3 primary=$4 wal=$5
  trap '' PIPE
  if [ -n "$primary" ]; then
    "$bin/pg_basebackup" --dbname "$primary" --pgdata "$folder/data" --write-recovery-conf --checkpoint=fast --no-sync
  else
    "$bin/initdb" --pgdata "$folder/data" --username docket --pwfile "$folder/password" --auth password \\
      --encoding UTF8 --locale C.UTF-8 --no-sync --no-instructions \\
      \${wal:+--waldir "$wal" --wal-segsize 1} > /dev/null
  fi
  while read -r order; do
    if [ "$order" = start ]; then
      "$bin/postgres" -D "$folder/data" -k "$folder" -p "$port" -c listen_addresses=127.0.0.1 < /dev/null & server=$!
    else
      kill -"$order" $server; wait $server; echo ended
    fi
  done
  while kill -QUIT $server; do sleep 0.1; done 2> /dev/null
  rm -rf "$folder"`;

/**
 * A PostgreSQL server that the test stops and starts; undefined if its binaries are not installed. With `primary` it is a
 * streaming replica of that server. `walFolder` is an empty folder for the write-ahead log, in segments of 1 MB.
 */
export async function startOwnCluster(primary?: OwnCluster, walFolder = ''): Promise<OwnCluster | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const user = unprivilegedUser();
  const port = await findFreePort();
  const password = primary ? new URL(primary.url).password : randomBytes(16).toString('hex');
  const folder = makeFolder(password, user);
  const supervisor = spawn(
    '/bin/sh',
    ['-c', supervisorScript, 'sh', bin, folder, String(port), primary?.url ?? '', walFolder],
    {
      cwd: folder,
      stdio: 'pipe',
      detached: true,
      ...user,
    },
  );
  const ended = once(supervisor, 'exit');
  const url = `postgres://docket:${password}@127.0.0.1:${port}/postgres`;
  const order = (line: string) => supervisor.stdin.write(`${line}\n`);
  const start = async () => {
    order('start');
    await untilReady(supervisor.stderr as Readable);
  };
  await start();
  letParentExit(supervisor);
  (supervisor.stdout as Socket).unref();
  return {
    url,
    user,
    start,
    stop: async (mode) => {
      order(mode === 'fast' ? 'INT' : 'QUIT');
      await once(supervisor.stdout, 'data');
    },
    run: async (sql) => {
      const client = new pg.Client({ connectionString: url });
      // The server may end the session; the statement reports it.
      client.on('error', () => {});
      await client.connect();
      try {
        return await client.query(sql);
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      supervisor.ref();
      supervisor.stdin.end();
      await ended;
    },
  };
}
