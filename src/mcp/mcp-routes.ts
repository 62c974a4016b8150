import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocsGenerationContext } from '../docs-generation/index.ts';
import { forbiddenBecause, unauthorized } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { Scope } from '../users/index.ts';
import { loadSdk, newMcpServer } from './mcp-server.ts';
import type { AnyTool } from './tool.ts';
import { newToolbox } from './toolbox.ts';
import { newTools } from './tools.ts';

interface RoutesContext {
  docs: DocsGenerationContext;
  logger: Logger;
  config: { BASE_URL?: string | undefined };
}

const subscriptionsMax = 100;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: every request stands for itself, so any process may
 * answer it. It is documented by the protocol and not by OpenAPI.
 */
export function addRoutes(app: FastifyInstance, { docs, logger, config }: RoutesContext): void {
  const handler = startOnce(logger, newTools(docs));
  // Pages that may call /mcp from a browser, besides those of this machine.
  const ownOrigins = config.BASE_URL ? [config.BASE_URL] : [];
  app.addHook('preClose', handler.close);

  app.register(async (mcpApp) => {
    // The SDK reads the body itself, and answers in the protocol's words when it cannot.
    mcpApp.removeAllContentTypeParsers();
    mcpApp.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    mcpApp.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      config: { access: 'signed-in', apiKeyScope: ['read', 'write', 'agent'], forProjectKeys: true },
      onSend: async (_request, reply, payload) => {
        if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer');
        return payload;
      },
      handler: async (request, reply) => {
        assertOrigin(request.headers.origin, ownOrigins);
        // A browser brings its cookie along by itself; a key is brought on purpose.
        if (request.scope.actor.credential.kind !== 'api-key') throw unauthorized();
        return send(reply, await handler.answer(request));
      },
    });
  });
}

function startOnce(logger: Logger, tools: readonly AnyTool[]) {
  let started: ReturnType<typeof start> | undefined;
  const start = async () => {
    const sdk = await loadSdk();
    return sdk.createMcpHandler(
      ({ authInfo }) => newMcpServer(sdk, newToolbox(tools, authInfo?.extra?.scope as Scope, logger)),
      { maxSubscriptions: subscriptionsMax, onerror: (error) => logger.debug({ err: error }, 'mcp') },
    );
  };
  return {
    answer: async (request: FastifyRequest): Promise<Response> => {
      started ??= start();
      const { fetch: answerTo } = await started;
      const { scope } = request;
      const authInfo = { token: '', clientId: scope.actor.userId, scopes: [], extra: { scope } };
      return answerTo(webRequest(request), { authInfo });
    },
    close: async () => {
      await (await started)?.close();
    },
  };
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The credential has been looked at; the length belongs to bytes that were decoded since.
    if (
      typeof value !== 'string' ||
      ['authorization', 'cookie', 'content-length', 'connection'].includes(name)
    )
      continue;
    headers.set(name, value);
  }
  const gone = new AbortController();
  request.raw.once('close', () => {
    if (request.raw.destroyed && !request.raw.complete) gone.abort();
  });
  const { method } = request;
  const body = method === 'POST' ? ((request.body as string | undefined) ?? '') : null;
  return new Request('http://docket/mcp', { method, headers, body, signal: gone.signal });
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  if (!answer.body) return reply.send();
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(isStream ? Readable.fromWeb(answer.body as ReadableStream) : await answer.text());
}

const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A page of another site that found its way to this address, by a name it made point here, is not served. */
function assertOrigin(origin: string | undefined, ownOrigins: string[]): void {
  if (origin === undefined || ownOrigins.includes(origin)) return;
  if (URL.canParse(origin) && ownMachine.has(new URL(origin).hostname)) return;
  throw forbiddenBecause(
    'This request comes from a page of another site. If it is Docket’s own, its BASE_URL is to be set to that.',
  );
}
