import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Refusal } from '../../platform/errors.ts';
import { OutboundFailure } from '../../platform/outbound-http/index.ts';
import type { RepositoryName } from '../code-host.ts';
import { gitHeaders, gitUrl } from '../git-remote/git-url.ts';
import { openPartialClone } from '../git-remote/partial-clone.ts';
import { GitFailure, runGit } from '../local-git/git-command.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { hostUnreachable, refusalFromResponse, repositoryMoved } from '../rest/response-refusals.ts';
import { listBranchChanges } from './branch-changes.ts';
import type { BranchChange, GitServer, ReceivedPush } from './git-server.ts';
import { readPushReport, refuseAll } from './push-report.ts';
import { formatPushRequest } from './push-request.ts';

const callTimeoutMs = 600_000;
const errorMessageLengthMax = 2_000;
const reportBytesMax = 4 * 1024 * 1024;

/** Passes requests on to a code host, with the token of the team, which the client never sees (ADR 20). */
export function newRemoteGitServer(connection: RemoteConnection, repo: RepositoryName): GitServer {
  const title = hostTitles[connection.kind];
  const base = gitUrl(connection, repo).href;
  const call = async (
    path: string,
    headers: Record<string, string>,
    body: Readable | undefined,
    signal: AbortSignal,
    responseBytesMax = connection.clones.bytesMax,
  ): Promise<AsyncIterable<Buffer>> => {
    const response = await connection.outbound
      .stream(
        {
          method: body ? 'POST' : 'GET',
          url: new URL(`${base}${path}`),
          headers: { 'user-agent': 'git/2.39.5 (docket)', ...headers, ...gitHeaders(connection) },
          ...(body && { body }),
          totalTimeoutMs: callTimeoutMs,
          responseBytesMax,
        },
        signal,
      )
      .catch((error: unknown) => {
        throw error instanceof OutboundFailure ? hostUnreachable(title, error) : error;
      });
    if (response.status < 300) return response.body;
    throw await explain(response);
  };
  /** The token goes to the linked repository alone, so a redirect is not followed. */
  const explain = async (
    response: Awaited<ReturnType<RemoteConnection['outbound']['stream']>>,
  ): Promise<Refusal> => {
    const message = await readErrorMessage(response.body);
    if (response.status < 400) return repositoryMoved(title);
    return refusalFromResponse(title, { ...response, body: { message } });
  };
  const protocolHeaders = (protocol: string): Record<string, string> =>
    protocol === '' ? {} : { 'git-protocol': protocol };

  return {
    takesThinPacks: false,

    advertise: (service, protocol, signal) =>
      call(`/info/refs?service=${service}`, protocolHeaders(protocol), undefined, signal),

    uploadPack: ({ body, protocol }, signal) =>
      call(
        '/git-upload-pack',
        {
          'content-type': 'application/x-git-upload-pack-request',
          accept: 'application/x-git-upload-pack-result',
          ...protocolHeaders(protocol),
        },
        body,
        signal,
      ),

    receivePack: async (push, checks, signal) => {
      let changes: BranchChange[] | undefined;
      try {
        if (checks.needsChanges) changes = await listChanges(connection, repo, push, signal);
      } catch (error) {
        if (error instanceof GitFailure)
          return refuseAll(push.request, `the pack was refused: ${error.message}`);
        throw error;
      }
      const refusal = await checks.lastCheck(changes);
      if (refusal !== undefined) return refuseAll(push.request, refusal);
      const commands = formatPushRequest(push.request);
      const headers = {
        'content-type': 'application/x-git-receive-pack-request',
        accept: 'application/x-git-receive-pack-result',
        'content-length': String(commands.length + push.packBytes),
      };
      const body = Readable.from(pushBody(commands, push.packFile));
      const report = await readPushReport(
        await call('/git-receive-pack', headers, body, signal, reportBytesMax),
      );
      return report.unpack === 'ok' ? report : refuseAll(push.request, report.unpack);
    },
  };
}

async function* pushBody(commands: Buffer, packFile: string): AsyncGenerator<Buffer> {
  yield commands;
  yield* createReadStream(packFile);
}

/** Compares the branches in a temporary clone that has only commits, the needed trees and the pushed pack. */
async function listChanges(
  connection: RemoteConnection,
  repo: RepositoryName,
  { request, packFile, packBytes, defaultBranch }: ReceivedPush,
  signal: AbortSignal,
): Promise<BranchChange[]> {
  const { commands } = request;
  const ids = commands.flatMap(({ before }) => before ?? []);
  const idLength = commands.flatMap(({ after }) => after ?? [])[0]?.length ?? 40;
  const clone = await openPartialClone(connection, repo, idLength, signal);
  try {
    const head = 'refs/docket/default';
    await clone.fetchObjects([`+refs/heads/${defaultBranch}:${head}`, ...ids], '--filter=tree:0');
    if (packBytes > 0) {
      const args = ['index-pack', '--stdin', '--fsck-objects'];
      await runGit({ ...clone.repository, signal, args, input: createReadStream(packFile) }, () => {});
    }
    // git fetches the trees that it lacks through the relay.
    const environment = { GIT_NO_LAZY_FETCH: '0' };
    return await listBranchChanges(clone.repository, commands, head, environment, signal);
  } finally {
    await clone.close();
  }
}

async function readErrorMessage(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk.toString();
    if (text.length > errorMessageLengthMax) break;
  }
  return text.startsWith('<') ? '' : text.trim().slice(0, 300);
}
