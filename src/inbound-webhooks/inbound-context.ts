import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import type { RepositoryTrust } from '../projects/index.ts';
import type { Provider } from './code-event.ts';

export interface InboundSettings {
  /** Webhook secrets; undefined where none is configured for the host. */
  secrets: Record<Provider, string | undefined>;
  /** A token for /webhooks/generic that is valid for every project. */
  genericToken: string | undefined;
  isProduction: boolean;
  /** Accept unverified deliveries in production from hosts without a configured secret. */
  allowsUnsigned: boolean;
  tasksPerHourMax: number;
  /** Which links of projects to repositories receive events that are signed with the secrets above. */
  trust: RepositoryTrust;
  /** The public base URL that senders use. */
  serverUrl: string;
}

export interface InboundContext {
  db: Database;
  clock: Clock;
  logger: Logger;
  secretBox: SecretBox;
  settings: InboundSettings;
}
