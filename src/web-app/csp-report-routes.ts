import type { FastifyInstance } from 'fastify';
import { minuteMs, type SteadyClock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { describeViolations } from './csp-report.ts';
import { cspReportPath } from './page-headers.ts';

const loggedPerMinuteMax = 20;

/** Logs what the Content-Security-Policy of the web app has blocked. Anybody can send a report, so few are logged. */
export function addCspReportRoute(
  app: FastifyInstance,
  { logger, clock }: { logger: Logger; clock: SteadyClock },
): void {
  let logged = 0;
  let windowEndsAt = Number.NEGATIVE_INFINITY;
  app.post(
    cspReportPath,
    { config: { access: 'public' }, bodyLimit: 64 * 1024 },
    async ({ body, bodyProblem }, reply) => {
      const now = clock.steadyNow();
      if (now >= windowEndsAt) {
        logged = 0;
        windowEndsAt = now + minuteMs;
      }
      const violations = bodyProblem ? [] : describeViolations(body);
      for (const violation of violations.slice(0, loggedPerMinuteMax - logged)) {
        logged++;
        logger.warn({ violation }, 'A browser reported a violation of the Content-Security-Policy');
      }
      return reply.code(204).send();
    },
  );
}
