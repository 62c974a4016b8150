import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type ApiInfo, buildOpenApi } from '../platform/http/index.ts';

const javascript = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';

/** Streams the static files of the package from disk: its Fastify plugin would load them into memory at start. */
const assets = [
  {
    name: 'swagger-ui-bundle.js',
    type: javascript,
    file: () => import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
  },
  {
    name: 'swagger-ui.css',
    type: css,
    file: () => import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css'),
  },
  { name: 'start.js', type: javascript, file: () => import.meta.resolve('./reference-page.js') },
];

// The page loads everything from this host; its icons are data URLs.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The OpenAPI document, and a page to read it and try calls. */
export function addReferenceRoutes(app: FastifyInstance, info: ApiInfo): void {
  const publicAccess = { config: { access: 'public' } } as const;
  let document: Buffer | undefined;

  const build = () => {
    document ??= Buffer.from(
      JSON.stringify(buildOpenApi(app.documentedRoutes, info, app.documentedWebhooks)),
    );
    return document;
  };
  // Building takes 60 ms, for which the first request would delay every other one. Now nobody waits yet, and every module
  // has registered its routes.
  app.addHook('onListen', async () => void build());
  app.get('/openapi.json', publicAccess, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(build()),
  );

  app.get('/reference', publicAccess, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('referrer-policy', 'no-referrer')
      .send(createReadStream(new URL('./reference-page.html', import.meta.url))),
  );

  for (const { name, type, file } of assets) {
    app.get(`/reference/${name}`, publicAccess, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(createReadStream(new URL(file()))),
    );
  }
}
