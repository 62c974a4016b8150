import { listJobHolders, releaseJobsOf } from '../docs-generation/index.ts';
import { listImportHolders, releaseImportsOf } from '../imports/index.ts';
import { giveUpMails, listMailHolders } from '../mail/index.ts';
import { listWebhookHolders, releaseWebhooksOfEnded } from '../outbound-webhooks/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { secondMs } from '../platform/clock.ts';
import type { Context } from './context.ts';

const intervalMs = 2 * secondMs;

/** Ends the leases of processes that were killed, so that other processes continue their work at once. */
export function startTakeOverLoop({ db, logger }: Pick<Context, 'db' | 'logger'>) {
  const loop = startBackgroundLoop({
    name: 'take over work',
    logger,
    intervalMs,
    step: () => takeOverWork({ db, logger }),
  });
  // The previous process may have left unfinished work.
  loop.wake();
  return loop;
}

async function takeOverWork({ db, logger }: Pick<Context, 'db' | 'logger'>): Promise<void> {
  const { reads, presence } = db;
  const holders = [
    ...(await listWebhookHolders(reads)),
    ...(await listJobHolders(reads)),
    ...(await listImportHolders(reads)),
    ...(await listMailHolders(reads)),
  ];
  const ended = await presence.listEnded([...new Set(holders)]);
  if (ended.length === 0) return;
  const { webhooks, jobs, imports, mails } = await db.transaction(async (tx) => {
    tx.notify();
    return {
      webhooks: await releaseWebhooksOfEnded(tx, { holders: ended }),
      jobs: await releaseJobsOf(tx, { holders: ended }),
      imports: await releaseImportsOf(tx, { holders: ended }),
      mails: await giveUpMails(tx, { holders: ended }),
    };
  });
  logger.warn(
    { webhooks, jobs, imports },
    'A process ended without a clean shutdown; this process continues its work',
  );
  for (const { id, kind } of mails)
    logger.error({ mail: id, kind }, 'A process ended while it sent this mail; the mail is not sent again');
}
