import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { notMultipart } from './receive-files.ts';

/** Adds routes that accept multipart/form-data, and with `alsoJson` JSON too. All other routes accept only JSON. */
export function addFormRoutes(
  app: FastifyInstance,
  addRoutes: (app: FastifyInstance) => void,
  { alsoJson = false } = {},
): void {
  app.register(async (formApp) => {
    if (!alsoJson) formApp.removeAllContentTypeParsers();
    await formApp.register(multipart);
    if (!alsoJson) formApp.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
    // The idempotency check compares raw bodies. An upload is not kept in memory, so its length stands for it.
    formApp.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.rawBody = request.headers['content-length'];
    });
    addRoutes(formApp);
  });
}
