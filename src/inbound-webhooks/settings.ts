import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { Provider } from './code-event.ts';

export interface InboundSettings {
  /** By which code hosts prove themselves; undefined where none is configured. */
  secrets: Record<Provider, string | undefined>;
  /** Valid for every project at /webhooks/generic. */
  genericToken: string | undefined;
  isProduction: boolean;
  /** In production, too, what no secret is configured for is taken as it comes. */
  allowsUnsigned: boolean;
  tasksPerHourMax: number;
  /** Where senders reach Docket. */
  serverUrl: string;
}

export interface InboundParts {
  db: Database;
  clock: Clock;
  logger: Logger;
  settings: InboundSettings;
}
