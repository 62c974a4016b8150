import type { DocsGenerationContext } from '../docs-generation/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';

/** The dependencies of the use cases that serve repositories. */
export interface LeasedBranchesContext {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  docs: DocsGenerationContext;
}
