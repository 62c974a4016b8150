import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { Refusal } from '../../platform/errors.ts';

const stderrLengthMax = 4_000;

/** git exited with an error; the message is its standard error. */
export class GitFailure extends Error {
  readonly code: number | null;

  constructor(code: number | null, stderr: string) {
    super(stderr || `git exited with ${code}`);
    this.code = code;
  }
}

/**
 * Isolates git from the configuration of the machine and the user: no hooks, pager, filters, prompts or lazy fetches. Only
 * plumbing commands are run, which start no other program.
 */
export const gitEnvironment = {
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

export const gitSettings = [
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
  /** Folders to search for the git command, as in PATH. */
  searchPath: string;
  gitDir: string;
  args: string[];
  signal: AbortSignal;
  /** Standard input. An iterable is used if later input depends on the output. */
  input?: string | AsyncIterable<string | Buffer>;
  /** For example author, dates and index file of a commit. */
  environment?: Record<string, string>;
  /** The only remote that git may connect to; its name is `host`. */
  remote?: { url: string; header: string } | undefined;
}

/** A local repository and the PATH of the git command that reads it. */
export type Repository = Pick<GitCall, 'gitDir' | 'searchPath' | 'remote'>;

const remoteSettings = [
  'protocol.http.allow=always',
  'http.followRedirects=false',
  'http.proxy=',
  'http.postBuffer=16m',
  'credential.helper=',
  'remote.host.promisor=true',
  // Objects are fetched by id, so git need not tell the server which commits it has.
  'fetch.negotiationAlgorithm=noop',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** Runs git and passes its standard output to `onStdout` with backpressure. Throws GitFailure if git fails. */
export async function runGit(
  { searchPath, gitDir, args, signal, input, environment, remote }: GitCall,
  onStdout: (chunk: Buffer) => void,
): Promise<void> {
  signal.throwIfAborted();
  const configArgs = [
    ...gitSettings,
    `safe.directory=${gitDir}`,
    ...(remote ? [...remoteSettings, `remote.host.url=${remote.url}`] : []),
  ].flatMap((setting) => ['-c', setting]);
  const child = spawn('git', [...configArgs, `--git-dir=${gitDir}`, '--no-pager', ...args], {
    cwd: '/',
    env: {
      ...gitEnvironment,
      ...environment,
      ...(remote && headerEnvironment(remote.header)),
      PATH: searchPath,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // `await ended` below reports the failure; a broken pipe to stdin adds nothing.
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  if (typeof input === 'object') Readable.from(input).pipe(child.stdin);
  else child.stdin.end(input ?? '');
  try {
    const stderr = readHead(child.stderr);
    for await (const chunk of child.stdout) onStdout(chunk as Buffer);
    const code = await ended;
    if (code !== 0) throw new GitFailure(code, (await stderr).trim());
  } catch (error) {
    child.kill('SIGKILL');
    throw explain(error, signal);
  }
}

/** Passes the header in the environment, because arguments are visible in the process list. */
const headerEnvironment = (header: string) => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'http.extraHeader',
  GIT_CONFIG_VALUE_0: header,
});

export async function gitText(call: GitCall, bytesMax = 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  await runGit(call, (chunk) => {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`git wrote more than ${bytesMax} bytes`);
    chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString();
}

async function readHead(stream: Readable): Promise<string> {
  let text = '';
  stream.on('error', () => {});
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < stderrLengthMax) text += chunk.slice(0, stderrLengthMax - text.length);
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
      'git is not installed on the server. Docket needs it for local repositories and for large changes on other hosts. Install git 2.36 or newer',
    );
  }
  return error;
}

export const lines = (ids: readonly string[]) => ids.map((id) => `${id}\n`).join('');

export const orIfGitFails =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof GitFailure) return instead;
    throw error;
  };
