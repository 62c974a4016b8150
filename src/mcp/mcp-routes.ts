import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IssueGitAccess } from '../agent-tasks/index.ts';
import type { DocsGenerationContext } from '../docs-generation/index.ts';
import { challengeOf, issuerOf } from '../oauth/index.ts';
import { forbiddenBecause, unauthorized } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { Scope } from '../users/index.ts';
import { loadSdk, newMcpServer } from './mcp-server.ts';
import { addSkillRoute } from './skill-routes.ts';
import type { AnyTool } from './tool.ts';
import { newToolbox } from './toolbox.ts';
import { newTools } from './tools.ts';

interface RoutesContext {
  docs: DocsGenerationContext;
  issueGitAccess: IssueGitAccess;
  logger: Logger;
  config: { BASE_URL?: string | undefined; baseUrl: string; AGENT_TASKS_PER_HOUR: number };
}

const subscriptionsMax = 100;
const answerTypes = 'application/json, text/event-stream';

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any process can answer any request. The
 * protocol documents it, so it is not part of the OpenAPI document.
 */
export function addRoutes(
  app: FastifyInstance,
  { docs, logger, config, issueGitAccess }: RoutesContext,
): void {
  const handler = newLazyHandler(logger, newTools({ docs, config, issueGitAccess }));
  // Web pages of these origins and of localhost may call /mcp.
  const allowedOrigins = config.BASE_URL ? [config.BASE_URL] : [];
  app.addHook('preClose', handler.close);
  addSkillRoute(app, { config });

  app.register(async (mcpApp) => {
    // The SDK parses the body itself and answers a malformed one with an error of the protocol.
    mcpApp.removeAllContentTypeParsers();
    mcpApp.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    mcpApp.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      config: {
        access: 'signed-in',
        apiKeyScope: ['read', 'write', 'agent'],
        forProjectKeys: true,
        takesAccessTokens: true,
      },
      onSend: async (request, reply, payload) => {
        const hadToken = request.headers.authorization !== undefined;
        if (reply.statusCode === 401)
          reply.header('www-authenticate', challengeOf(issuerOf(request, config), hadToken));
        return payload;
      },
      handler: async (request, reply) => {
        assertOrigin(request.headers.origin, allowedOrigins);
        // Browsers send cookies with requests that another site started; an API key is always sent on purpose.
        if (request.scope.actor.credential.kind !== 'api-key') throw unauthorized();
        return send(reply, await handler.respond(request));
      },
    });
  });
}

/** Loads the SDK at the first request. */
function newLazyHandler(logger: Logger, tools: readonly AnyTool[]) {
  let started: ReturnType<typeof start> | undefined;
  const start = async () => {
    const sdk = await loadSdk();
    return sdk.createMcpHandler(
      ({ authInfo }) => newMcpServer(sdk, newToolbox(tools, authInfo?.extra?.scope as Scope, logger)),
      {
        maxSubscriptions: subscriptionsMax,
        onerror: (error) => logger.debug({ err: error }, 'MCP request failed'),
      },
    );
  };
  return {
    respond: async (request: FastifyRequest): Promise<Response> => {
      started ??= start();
      const { fetch: handle } = await started;
      const { scope } = request;
      const authInfo = { token: '', clientId: scope.actor.userId, scopes: [], extra: { scope } };
      return handle(toWebRequest(request), { authInfo });
    },
    close: async () => {
      await (await started)?.close();
    },
  };
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Fastify has checked the credential already, and the length is that of the body before it was decoded.
    if (
      typeof value !== 'string' ||
      ['authorization', 'cookie', 'content-length', 'connection'].includes(name)
    )
      continue;
    headers.set(name, value);
  }
  // The SDK requires both types. A client that accepts anything, or sends no header, accepts them too.
  if (/^\s*$|\*\/\*/.test(headers.get('accept') ?? '')) headers.set('accept', answerTypes);
  const disconnect = new AbortController();
  request.raw.once('close', () => {
    if (request.raw.destroyed && !request.raw.complete) disconnect.abort();
  });
  const { method } = request;
  const body = method === 'POST' ? ((request.body as string | undefined) ?? '') : null;
  return new Request('http://docket/mcp', { method, headers, body, signal: disconnect.signal });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text());
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses pages of other sites. Comparing with BASE_URL instead of the Host header also stops DNS rebinding. */
function assertOrigin(origin: string | undefined, allowedOrigins: string[]): void {
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname)) return;
  throw forbiddenBecause(
    'This request comes from a page of another site. If it is the address of this Docket, set BASE_URL to it.',
  );
}
