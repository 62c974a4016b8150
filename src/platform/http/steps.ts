import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Returns why the request is refused, if it is. */
type RequestStep = (request: FastifyRequest, reply: FastifyReply) => Error | undefined;
type AnswerStep = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Run in order for every request, before authentication. */
    requestSteps: RequestStep[];
    /** Run in order for every answer, before the hooks of its route. */
    answerSteps: AnswerStep[];
  }
}

/**
 * Steps without asynchronous work share one hook: Fastify calls each hook through its runner, and checks whether it returned a
 * promise.
 */
export function installSteps(app: FastifyInstance): void {
  const requestSteps: RequestStep[] = [];
  const answerSteps: AnswerStep[] = [];
  app.decorate('requestSteps', requestSteps);
  app.decorate('answerSteps', answerSteps);
  app.addHook('onRequest', (request, reply, done) => {
    for (const step of requestSteps) {
      const refusal = step(request, reply);
      if (refusal) return done(refusal);
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const step of answerSteps) step(request, reply, payload);
    done(null, payload);
  });
}
