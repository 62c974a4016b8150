import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  emptyPushAdvertisement,
  errorAdvertisement,
  filterPushAdvertisement,
  formatPushReport,
  type GitServer,
  type GitService,
  keepAlive,
  ProtocolError,
  type PushReport,
  type PushRequest,
  refuseAll,
  usesBands,
} from '../code-hosts/index.ts';
import { minuteMs, type SteadyClock, secondMs } from '../platform/clock.ts';
import { forbiddenBecause, invalid, notFound, Refusal, unavailable } from '../platform/errors.ts';
import { newDisconnectSignal } from '../platform/http/index.ts';
import { applyPush } from './apply-push.ts';
import {
  type Access,
  checkAccess,
  findLeaseOfKey,
  type KeyedLease,
  openRepository,
} from './authorize-git.ts';
import { finishPushesOfTask } from './finish-pushes.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { findRefRefusals } from './push-rules.ts';
import { FetchPlaces, PushRates } from './request-limits.ts';
import { spoolPush } from './spool-push.ts';

const advertiseTimeoutMs = minuteMs;
const fetchTimeoutMs = 10 * minuteMs;
// A client that sends nothing for this time is disconnected.
const silenceMs = 30 * secondMs;
const keepAliveMs = 5 * secondMs;
const fetchRequestBytesMax = 64 * 1024 * 1024;
const mebibyte = 1024 * 1024;
const receivingMax = 64;

type GitRoute = { Params: { repository: string }; Querystring: { service?: string } };
type GitRequest = FastifyRequest<GitRoute>;

/**
 * `/git/<task>.git` is a git remote: smart HTTP with protocols 0, 1 and 2. git documents it, so it is not part of the
 * OpenAPI document.
 */
export function addGitRoutes(
  app: FastifyInstance,
  context: LeasedBranchesContext & { clock: SteadyClock },
): void {
  const places = new FetchPlaces();
  const rates = new PushRates(context.clock);
  let receiving = 0;
  // The bodies are streamed to a file or to git, so they do not count as memory.
  const config = { access: 'public', takesFiles: true, mayWait: true } as const;

  app.register(async (gitApp) => {
    gitApp.removeAllContentTypeParsers();
    gitApp.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    gitApp.get<GitRoute>('/git/:repository/info/refs', { config }, async (request, reply) => {
      const lease = await authorize(context, request, reply);
      if (!lease) return reply;
      const { service } = request.query;
      if (service !== 'git-upload-pack' && service !== 'git-receive-pack')
        throw invalid({ service: ['Service must be git-upload-pack or git-receive-pack'] });
      const refs = await advertise(context, lease, service, request, reply);
      return sendAs(reply, `${service}-advertisement`, refs);
    });

    gitApp.post<GitRoute>('/git/:repository/git-upload-pack', { config }, async (request, reply) => {
      const lease = await authorize(context, request, reply);
      if (!lease) return dropBody(request, reply);
      app.leaveAdmission(request);
      const signal = AbortSignal.any([newDisconnectSignal(reply)(), AbortSignal.timeout(fetchTimeoutMs)]);
      const server = await openServer(context, lease, await checkAccess(context, lease), signal);
      if (typeof server === 'string') throw forbiddenBecause(server);
      const body = readBody(request, fetchRequestBytesMax);
      const protocol = protocolOf(request, 'git-upload-pack');
      const start = () => server.uploadPack({ body, protocol }, signal);
      const pack = await places.run(lease.taskId, reply.raw, start);
      return sendAs(reply, 'git-upload-pack-result', pack);
    });

    gitApp.post<GitRoute>('/git/:repository/git-receive-pack', { config }, async (request, reply) => {
      const lease = await authorize(context, request, reply);
      if (!lease) return dropBody(request, reply);
      app.leaveAdmission(request);
      if (receiving >= receivingMax)
        throw unavailable('The server receives too many pushes. Try again in a few seconds.');
      receiving++;
      try {
        const answer = await receivePush(context, lease, request, rates);
        return sendAs(reply, 'git-receive-pack-result', answer ?? Readable.from([]));
      } finally {
        receiving--;
      }
    });
  });
}

/** Answers a request without a valid key, and then returns undefined. */
async function authorize(
  context: LeasedBranchesContext,
  { params, headers }: GitRequest,
  reply: FastifyReply,
): Promise<KeyedLease | undefined> {
  const taskId = /^(.+)\.git$/.exec(params.repository)?.[1] ?? '';
  const lease = await findLeaseOfKey(context, taskId, headers.authorization);
  if (typeof lease === 'object') return lease;
  if (lease === 'unknown') reply.header('www-authenticate', 'Basic realm="Docket", charset="UTF-8"');
  reply.code(keyStatuses[lease]).send();
  return undefined;
}

const keyStatuses = { unknown: 401, foreign: 403, missing: 404 } as const;

const sendAs = (reply: FastifyReply, type: string, chunks: AsyncIterable<Buffer>) =>
  reply
    .type(`application/x-${type}`)
    .header('cache-control', 'no-cache')
    .send(chunks instanceof Readable ? chunks : Readable.from(chunks));

/** A client that is still sending reads the answer only when its body has been read. */
function dropBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  readBody(request, Number.POSITIVE_INFINITY)
    .on('error', () => {})
    .resume();
  return reply;
}

async function advertise(
  context: LeasedBranchesContext,
  lease: KeyedLease,
  service: GitService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AsyncIterable<Buffer>> {
  const signal = AbortSignal.any([newDisconnectSignal(reply)(), AbortSignal.timeout(advertiseTimeoutMs)]);
  const access = await checkAccess(context, lease);
  await finishPushesOfTask(context, lease.taskId);
  const server = await openServer(context, lease, access, signal);
  if (typeof server === 'string')
    // git tells the reason of a refused push with its refs, so the push goes on; it learns nothing of the repository.
    return Readable.from([
      service === 'git-receive-pack' ? emptyPushAdvertisement() : errorAdvertisement(service, server),
    ]);
  try {
    const refs = await server.advertise(service, protocolOf(request, service), signal);
    return service === 'git-upload-pack' ? refs : filterPushAdvertisement(refs, server.takesThinPacks);
  } catch (error) {
    if (error instanceof Refusal) return Readable.from([errorAdvertisement(service, error.message)]);
    throw error;
  }
}

/** A text says why the lease gives no access any more. */
async function openServer(
  context: LeasedBranchesContext,
  lease: KeyedLease,
  access: Access,
  signal: AbortSignal,
): Promise<GitServer | string> {
  if (access !== 'missing' && 'ended' in access) return access.ended;
  const repository = access === 'missing' ? undefined : await openRepository(context, lease, access, signal);
  if (!repository) throw notFound('Repository of the task');
  return repository.server;
}

/** Only the versions that Docket knows. There is no version 2 of pushes. */
function protocolOf({ headers }: FastifyRequest, service: GitService): string {
  const [, version] = /(?:^|:)version=([012])(?:$|:)/.exec(String(headers['git-protocol'] ?? '')) ?? [];
  if (version === undefined || (version === '2' && service === 'git-receive-pack')) return '';
  return `version=${version}`;
}

/** The body, unpacked if git sent it packed. It fails beyond the limit, and if the client stops sending. */
function readBody(request: FastifyRequest, bytesMax: number): Readable {
  const { raw } = request;
  raw.setTimeout(silenceMs, () => raw.destroy());
  raw.once('end', () => raw.setTimeout(0));
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, or with gzip');
  const chunks = encoding === 'identity' ? raw : pipeline(raw, createGunzip(), () => {});
  return Readable.from(limited(chunks, bytesMax), { objectMode: false });
}

async function* limited(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new Refusal('PAYLOAD_TOO_LARGE', `The request has more than ${bytesMax} bytes`);
    yield chunk;
  }
}

/** Reads a push, then decides about it. Undefined for the empty request with which git tests the server. */
async function receivePush(
  context: LeasedBranchesContext,
  lease: KeyedLease,
  request: FastifyRequest,
  rates: PushRates,
): Promise<AsyncIterable<Buffer> | undefined> {
  const access = await checkAccess(context, lease);
  const limit = access === 'missing' || 'ended' in access ? 0 : access.settings.maxMegabytes * mebibyte;
  let isAdmitted = true;
  const limitFor = (push: PushRequest) => {
    isAdmitted = rates.admit(lease.taskId);
    // The pack of a push that is refused anyway is not stored.
    return isAdmitted && findRefRefusals(push, lease.branchPrefix).size === 0 ? limit : 0;
  };
  const push = await spoolPush(readBody(request, Number.POSITIVE_INFINITY), limitFor).catch(asRefusal);
  if (!push) return undefined;
  const outcome = isAdmitted
    ? applyPush(context, lease, push)
    : Promise.resolve(refuseAll(push.request, 'too many pushes: try again in a minute'));
  // Not bound to the answer: a push that was applied is recorded, even if the client is gone.
  return answerPush(
    push.request,
    outcome.finally(() => push.remove()),
  );
}

function asRefusal(error: unknown): never {
  throw error instanceof ProtocolError
    ? invalid({ body: [`This is not a push of git: ${error.message}`] })
    : error;
}

/** The report of the push; until it is there, signs of life. */
async function* answerPush(request: PushRequest, outcome: Promise<PushReport>): AsyncGenerator<Buffer> {
  for (;;) {
    const wait = new AbortController();
    const silence = pause(keepAliveMs, undefined, { signal: wait.signal, ref: false }).catch(() => undefined);
    const report = await Promise.race([outcome, silence]);
    wait.abort();
    if (report) {
      const [reason] = report.refused.values();
      const message = report.message || (reason && `Docket refused the push: ${reason}`);
      yield formatPushReport(request, { ...report, message });
      return;
    }
    if (usesBands(request)) yield keepAlive;
  }
}
