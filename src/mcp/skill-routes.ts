import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { issuerOf } from '../oauth/index.ts';

const file = path.resolve(import.meta.dirname, '../../skills/docket/SKILL.md');
const exampleAddress = 'https://docket.example.org';

/** How an agent works with this Docket, for clients that load skills: the file of the repository with the address of the instance. */
export function addSkillRoute(
  app: FastifyInstance,
  { config }: { config: { BASE_URL?: string | undefined; baseUrl: string } },
): void {
  let text: Promise<string> | undefined;
  app.get('/skill.md', { config: { access: 'public' } }, async (request, reply) => {
    text ??= readFile(file, 'utf8');
    return reply
      .type('text/markdown; charset=utf-8')
      .send((await text).replaceAll(exampleAddress, issuerOf(request, config)));
  });
}
