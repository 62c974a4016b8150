import type { FastifyInstance } from 'fastify';
import type { SecretBox } from '../platform/secret-box/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { addCriterionRoutes } from './criterion-routes.ts';
import { addEvidencePageRoutes } from './evidence-page/evidence-page-routes.ts';
import { addEvidenceRoutes } from './evidence-routes.ts';
import { addReviewRoutes } from './reviews/review-routes.ts';

interface RoutesContext {
  storage: Storage;
  secretBox: SecretBox;
  config: {
    baseUrl: string;
    ATTACHMENT_BYTES_MAX: number;
    WORKSPACE_BYTES_MAX: number;
    AGENT_TASKS_PER_HOUR: number;
  };
}

export function addRoutes(app: FastifyInstance, { storage, secretBox: box, config }: RoutesContext): void {
  addCriterionRoutes(app);
  addReviewRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addEvidencePageRoutes(app, { box, storage, origin: config.baseUrl });
  addEvidenceRoutes(app, storage, {
    bytesMax: config.ATTACHMENT_BYTES_MAX,
    workspaceBytesMax: config.WORKSPACE_BYTES_MAX,
  });
}
