import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PrivateTargetSource, PrivateTargets } from '../../platform/outbound-http/index.ts';
import { listTargetNames } from './webhook-target-store.ts';

/** How old the list may be when a request is sent. */
const keptMs = secondMs;

interface SourceParts {
  db: Pick<Database, 'reads'>;
  clock: Clock;
  logger: Logger;
  /** Targets from the environment, which are always on the list. */
  fixed: PrivateTargets;
}

export interface WebhookTargetSource extends PrivateTargetSource {
  /** Makes the next refresh read the list, because this process has changed it. */
  expire(): void;
}

/**
 * The private targets of webhooks. The list is read when a request is sent and the last reading is a second old, so a change
 * takes effect in every process within a second, and costs each at most one small read per second while it sends.
 */
export function newWebhookTargetSource({ db, clock, logger, fixed }: SourceParts): WebhookTargetSource {
  let readAt: number | undefined;
  let reading = Promise.resolve();
  const read = async () => {
    try {
      const names = await listTargetNames(db.reads);
      const next = [...fixed, ...names];
      // The client detects a change by the identity of the array.
      if (next.join() !== source.current.join()) source.current = next;
    } catch (error) {
      // Deliveries come from the same database. While it fails none is sent, so an outdated list does no harm.
      logger.warn({ err: error }, 'the list of webhook targets could not be read; the former one is used');
    }
  };
  const source: WebhookTargetSource = {
    current: fixed,
    refresh: async () => {
      const now = clock.now();
      // In both directions, because the clock may be set back.
      if (readAt !== undefined && Math.abs(now - readAt) < keptMs) return reading;
      readAt = now;
      // One after the other, so that an older answer never replaces a newer one.
      reading = reading.then(read);
      return reading;
    },
    expire: () => {
      readAt = undefined;
    },
  };
  return source;
}
