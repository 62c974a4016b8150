import type { FastifyInstance } from 'fastify';
import type { Storage } from '../platform/storage/index.ts';
import { addCriterionRoutes } from './criterion-routes.ts';
import { addEvidenceRoutes } from './evidence-routes.ts';
import { addReviewRoutes } from './reviews/review-routes.ts';

interface RoutesContext {
  storage: Storage;
  config: { ATTACHMENT_BYTES_MAX: number; WORKSPACE_BYTES_MAX: number; AGENT_TASKS_PER_HOUR: number };
}

export function addRoutes(app: FastifyInstance, { storage, config }: RoutesContext): void {
  addCriterionRoutes(app);
  addReviewRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addEvidenceRoutes(app, storage, {
    bytesMax: config.ATTACHMENT_BYTES_MAX,
    workspaceBytesMax: config.WORKSPACE_BYTES_MAX,
  });
}
