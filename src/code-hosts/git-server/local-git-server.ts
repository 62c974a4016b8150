import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Repository } from '../local-git/git-command.ts';
import { serviceHeader } from './advertisement.ts';
import { listBranchChanges } from './branch-changes.ts';
import { startGit } from './git-process.ts';
import type { GitServer, PushChecks, ReceivedPush } from './git-server.ts';
import { type PushReport, readPushReport, refuseAll } from './push-report.ts';
import { formatPushRequest } from './push-request.ts';

const hooksFolder = fileURLToPath(new URL('./hooks', import.meta.url));

const uploadSettings = [
  'uploadpack.allowFilter=true',
  // Partial clones ask for the objects that they lack by their ids; protocol 2 allows it anyway.
  'uploadpack.allowAnySHA1InWant=true',
  'pack.threads=2',
  'pack.windowMemory=64m',
];
const receiveSettings = [
  `core.hooksPath=${hooksFolder}`,
  'transfer.fsckObjects=true',
  'receive.fsckObjects=true',
  'receive.autogc=false',
  'receive.shallowUpdate=false',
  // Larger files are not held in memory whole.
  'core.bigFileThreshold=8m',
  'pack.threads=2',
];

/** Serves a local repository with `git upload-pack` and `git receive-pack`. */
export const newLocalGitServer = (repository: Repository): GitServer => ({
  takesThinPacks: true,

  advertise: async (service, protocol, signal) => {
    const command = service.slice('git-'.length);
    const settings = service === 'git-upload-pack' ? uploadSettings : receiveSettings;
    const args = [command, '--stateless-rpc', '--advertise-refs', repository.gitDir];
    const git = startGit({
      ...repository,
      settings,
      args,
      environment: protocolEnvironment(protocol),
      signal,
    });
    git.stdin.end();
    git.stderr.resume();
    const hasHeader = service === 'git-upload-pack' && protocol.includes('version=2');
    return joined(hasHeader ? [] : [serviceHeader(service)], git.stdout, signal);
  },

  uploadPack: async ({ body, protocol }, signal) => {
    const args = ['upload-pack', '--stateless-rpc', repository.gitDir];
    const environment = protocolEnvironment(protocol);
    const git = startGit({ ...repository, settings: uploadSettings, args, environment, signal });
    git.stderr.resume();
    // A client that stops sending leaves git with an incomplete request, which git refuses itself.
    pipeline(body, git.stdin).catch(() => git.stdin.destroy());
    return git.stdout;
  },

  receivePack: async (push, checks, signal) => {
    // git would ignore a hook that it cannot run.
    await access(path.join(hooksFolder, 'pre-receive'), constants.X_OK);
    return receivePack(repository, push, checks, signal);
  },
});

async function receivePack(
  repository: Repository,
  push: ReceivedPush,
  checks: PushChecks,
  signal: AbortSignal,
): Promise<PushReport> {
  const { gitDir } = repository;
  const settings = [...receiveSettings, `receive.maxInputSize=${push.packBytes + 1024}`];
  const args = ['receive-pack', '--stateless-rpc', gitDir];
  const git = startGit({ ...repository, settings, args, signal });
  let refusal: string | undefined;
  let problem: unknown;
  const decide = async (named: string) => {
    // git runs hooks in the repository, and names the folder from there.
    const objects = path.resolve(gitDir, named);
    if (!objects.startsWith(`${path.join(gitDir, 'objects')}${path.sep}`))
      throw new Error('the hook named a foreign folder');
    const environment = {
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.join(gitDir, 'objects'),
    };
    const { commands } = push.request;
    const changes = await listBranchChanges(repository, commands, baseRef(push), environment, signal);
    refusal = await checks.lastCheck(changes);
  };
  git.channel.once('data', (chunk: Buffer) => {
    decide(chunk.toString().trimEnd()).then(
      () => git.channel.end(refusal === undefined ? 'yes\n' : 'no\n'),
      (error: unknown) => {
        problem = error;
        git.channel.end('no\n');
      },
    );
  });
  const stderr = readHead(git.stderr);
  const sent = pipeline(
    Readable.from(joined([formatPushRequest(push.request)], createReadStream(push.packFile), signal)),
    git.stdin,
  ).catch(() => git.stdin.destroy());
  const report = await readPushReport(git.stdout).catch(() => undefined);
  await Promise.all([sent, git.ended]);
  signal.throwIfAborted();
  if (problem !== undefined) throw problem;
  if (refusal !== undefined) return refuseAll(push.request, refusal);
  return explain(report, await stderr, push, gitDir);
}

/** A pack that git refuses is explained by what git writes to its standard error. */
function explain(
  report: PushReport | undefined,
  stderr: string,
  { request }: ReceivedPush,
  gitDir: string,
): PushReport {
  const message = stderr
    .split('\n')
    .filter((line) => /^(?:error|fatal): /.test(line))
    .join('; ')
    .replaceAll(gitDir, 'the repository');
  if (report === undefined || report.unpack === 'no report')
    return { ...refuseAll(request, 'the pack was refused'), message };
  return report.unpack === 'ok' ? report : { ...refuseAll(request, report.unpack), message };
}

const baseRef = ({ defaultBranch }: ReceivedPush) =>
  defaultBranch === 'HEAD' ? 'HEAD' : `refs/heads/${defaultBranch}`;

const protocolEnvironment = (protocol: string): Record<string, string> =>
  protocol === '' ? {} : { GIT_PROTOCOL: protocol };

const stderrLengthMax = 4_000;

async function readHead(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < stderrLengthMax) text += chunk.slice(0, stderrLengthMax - text.length);
  });
  await new Promise<void>((resolve) => stream.once('close', resolve));
  return text;
}

async function* joined(
  first: Buffer[],
  rest: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
  signal.throwIfAborted();
}
