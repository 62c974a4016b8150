import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

const file = new URL('./landing-page.html', import.meta.url);
let html: Buffer | undefined;

/** Sends a page with links to the API reference, where there is no web app. */
export function sendLandingPage(reply: FastifyReply): FastifyReply {
  html ??= readFileSync(file);
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(html);
}
