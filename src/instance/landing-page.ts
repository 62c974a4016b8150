import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const page = new URL('./landing-page.html', import.meta.url);

/** Stands in for the web app: what this is and where to go. */
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
