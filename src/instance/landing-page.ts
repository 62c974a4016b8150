import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const page = new URL('./landing-page.html', import.meta.url);

/** A page with links to the API reference, in place of a web app. */
export function addLandingPage(app: FastifyInstance): void {
  const html = readFileSync(page);
  app.get('/', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(html),
  );
}
