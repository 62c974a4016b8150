import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readSessionCookie } from '../auth/index.ts';
import { sendLandingPage } from '../instance/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { notFound, unauthorized } from '../platform/errors.ts';
import { listsEtag, sendBusyPage } from '../platform/http/index.ts';
import { chooseLanguage, getAppearance } from './appearance.ts';
import { encodings } from './build-manifest.ts';
import { helpFilesPath } from './help-files.ts';
import { pageHeaders } from './page-headers.ts';
import { chooseEncoding, sendBuiltFile, sendBytes } from './send-built-file.ts';
import { removingWorker, serviceWorkerPath, serviceWorkerPolicy } from './service-worker.ts';
import { waitPage, waitPagePolicy, waitPageSeconds } from './wait-page.ts';
import type { WebApp } from './web-app.ts';
import type { WebBuild } from './web-build.ts';

interface PageContext {
  db: Database;
  clock: Clock;
  config: { SESSION_COOKIE_PREFIX: string; WEB_OFFLINE: 'on' | 'off'; PUBLIC_HELP: 'on' | 'off' };
}

/** Paths whose callers are programs: they get the error envelope for what does not exist, whatever they accept. */
const programPaths =
  /^\/(?:api|v1|mcp|webhooks|reference|openapi\.json|healthz|readyz|metrics|csp-reports|\.well-known)(?:\/|$)/;

/** The path that an open tab asks for the newest build. */
const buildPath = '/build.json';
/** What the service worker keeps for a start without the network. */
const buildFilesPath = '/build-files.json';

export function addWebAppRoutes(app: FastifyInstance, context: PageContext, webApp: WebApp): void {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendCurrentPage(request, reply, context, webApp);
  app.get('/', { config: { access: 'public' } }, sendPage);
  app.answerPagesWith(async (request, reply) => {
    const path = requestPath(request);
    if (programPaths.test(path)) return undefined;
    if (path === serviceWorkerPath) reply.header('content-security-policy', serviceWorkerPolicy);
    if (path === serviceWorkerPath && context.config.WEB_OFFLINE === 'off') return sendRemovingWorker(reply);
    if (path.startsWith(helpFilesPath) && !(await mayReadHelp(request, context))) throw unauthorized();
    await webApp.state();
    const { build } = webApp;
    const file = build?.findFile(path);
    if (build && file) return sendBuiltFile(request, reply, build, file);
    if (build && path === buildPath) return reply.send({ build: build.id });
    if (build && path === buildFilesPath) return reply.send({ build: build.id, files: build.addresses });
    return acceptsHtml(request) && !/^\/(?:assets|help-files)/.test(path)
      ? sendPage(request, reply)
      : undefined;
  });
}

async function mayReadHelp(request: FastifyRequest, { db, clock, config }: PageContext): Promise<boolean> {
  if (config.PUBLIC_HELP === 'on') return true;
  const token = readSessionCookie(request.headers.cookie, {
    prefix: config.SESSION_COOKIE_PREFIX,
    secure: false,
  });
  return (await getAppearance({ reads: db.reads, clock }, token, undefined)).signedIn;
}

const sendRemovingWorker = (reply: FastifyReply) =>
  reply
    .header('cache-control', 'public, no-cache')
    .type('text/javascript; charset=utf-8')
    .send(removingWorker);

const requestPath = ({ url }: FastifyRequest) => url.split('?', 1)[0] as string;

/** A program that accepts everything gets the error envelope. */
const acceptsHtml = (request: FastifyRequest) => request.headers.accept?.includes('text/html') ?? false;

/** Every address of the app has the same page; the app reads the address. */
async function sendCurrentPage(
  request: FastifyRequest,
  reply: FastifyReply,
  context: PageContext,
  webApp: WebApp,
): Promise<FastifyReply> {
  const state = await webApp.state();
  if (state === 'ready') return sendAppPage(request, reply, context, webApp.build as WebBuild);
  if (state === 'absent' && request.is404) throw notFound('Route');
  if (state === 'absent') return sendLandingPage(reply);
  reply.header('content-security-policy', waitPagePolicy);
  return sendBusyPage(reply, waitPage(chooseLanguage(request.headers['accept-language'])), waitPageSeconds);
}

async function sendAppPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock, config }: PageContext,
  build: WebBuild,
): Promise<FastifyReply> {
  const { cookie, 'accept-language': acceptLanguage, 'if-none-match': known } = request.headers;
  const token = readSessionCookie(cookie, { prefix: config.SESSION_COOKIE_PREFIX, secure: false });
  const appearance = await getAppearance({ reads: db.reads, clock }, token, acceptLanguage);
  const encoding = chooseEncoding(request, encodings);
  const { content, etag } = build.page(appearance, encoding);
  reply.headers(pageHeaders).header('vary', 'accept-encoding, accept-language, cookie').header('etag', etag);
  if (listsEtag(known, etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  const preloads = build.findPreloads(requestPath(request));
  if (preloads && appearance.signedIn) reply.header('link', preloads);
  return sendBytes(request, reply.type('text/html; charset=utf-8'), content);
}
