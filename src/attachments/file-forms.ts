import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { notMultipart } from './receive-files.ts';

/** Adds routes that take files. Only these read forms, and nothing else; everywhere else JSON stays the rule. */
export function addFormRoutes(app: FastifyInstance, addRoutes: (app: FastifyInstance) => void): void {
  app.register(async (formApp) => {
    formApp.removeAllContentTypeParsers();
    await formApp.register(multipart);
    formApp.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
    // The bytes are not kept, so that a repeat of an Idempotency-Key is compared by their number.
    formApp.addHook('preValidation', async (request) => {
      request.rawBody = request.headers['content-length'];
    });
    addRoutes(formApp);
  });
}
