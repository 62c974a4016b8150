import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { Refusal } from '../../platform/errors.ts';

const stderrKept = 4_000;

/** git said no; the message is its own. */
export class GitFailure extends Error {
  readonly code: number | null;

  constructor(code: number | null, said: string) {
    super(said || `git ended with ${code}`);
    this.code = code;
  }
}

/**
 * Nothing of the machine's or the user's configuration counts, nothing is fetched without being told, no hook, pager,
 * filter or prompt runs: only plumbing commands are called, and those start no other program.
 */
const environment = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: '/bin/false',
};

const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'protocol.allow=never',
  'diff.external=',
  'diff.orderFile=',
  'core.quotePath=false',
  'core.packedGitLimit=64m',
  'core.deltaBaseCacheLimit=32m',
];

export interface GitCall {
  /** Where programs are searched, as in PATH. */
  searchPath: string;
  gitDir: string;
  args: string[];
  signal: AbortSignal;
  /** Written to its standard input; part by part where what comes next depends on what git said. */
  input?: string | AsyncIterable<string>;
  /** For who and when of a commit, and for an index of its own. */
  environment?: Record<string, string>;
  /** The one place that git may speak to, under the name `host`. */
  remote?: { url: string; header: string } | undefined;
}

/** A repository on this machine, and with which git it is read. */
export type Repository = Pick<GitCall, 'gitDir' | 'searchPath' | 'remote'>;

const remoteSettings = [
  'protocol.http.allow=always',
  'http.followRedirects=false',
  'http.proxy=',
  'http.postBuffer=16m',
  'credential.helper=',
  'remote.host.promisor=true',
  // What is there already is told to nobody: exactly what is named is wanted.
  'fetch.negotiationAlgorithm=noop',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** Streams what git says into `take`, at the pace at which it is taken. Throws GitFailure when git fails. */
export async function runGit(
  { searchPath, gitDir, args, signal, input, environment: own, remote }: GitCall,
  take: (chunk: Buffer) => void,
): Promise<void> {
  signal.throwIfAborted();
  const ours = [
    ...settings,
    `safe.directory=${gitDir}`,
    ...(remote ? [...remoteSettings, `remote.host.url=${remote.url}`] : []),
  ].flatMap((setting) => ['-c', setting]);
  const child = spawn('git', [...ours, `--git-dir=${gitDir}`, '--no-pager', ...args], {
    cwd: '/',
    env: { ...environment, ...own, ...(remote && secretly(remote.header)), PATH: searchPath },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // The failure is told by whoever awaits the end; a pipe that breaks says nothing new.
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  if (typeof input === 'object') Readable.from(input).pipe(child.stdin);
  else child.stdin.end(input ?? '');
  try {
    const said = keepHead(child.stderr);
    for await (const chunk of child.stdout) take(chunk as Buffer);
    const code = await ended;
    if (code !== 0) throw new GitFailure(code, (await said).trim());
  } catch (error) {
    child.kill('SIGKILL');
    throw explain(error, signal);
  }
}

/** By the environment, which only we can read; arguments stand in the list of processes. */
const secretly = (header: string) => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'http.extraHeader',
  GIT_CONFIG_VALUE_0: header,
});

export async function gitText(call: GitCall, bytesMax = 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  await runGit(call, (chunk) => {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`git said more than ${bytesMax} bytes`);
    chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString();
}

async function keepHead(stream: Readable): Promise<string> {
  let text = '';
  stream.on('error', () => {});
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < stderrKept) text += chunk.slice(0, stderrKept - text.length);
  });
  await new Promise<void>((resolve) => stream.once('close', resolve));
  return text;
}

function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) {
    return new Refusal(
      'UNAVAILABLE',
      'git is not installed on the server, which needs it for local repositories and for large changes elsewhere. Install git 2.36 or newer',
    );
  }
  return error;
}

export const lines = (ids: readonly string[]) => ids.map((id) => `${id}\n`).join('');

export const whenGitFails =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof GitFailure) return instead;
    throw error;
  };
