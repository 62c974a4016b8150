import { type Context, openContext } from '../composition/context.ts';
import { newLogger } from '../platform/logger.ts';
import type { CommandContext } from './command.ts';
import { reportUpgrade } from './report-upgrade.ts';

/** Opens the configured database for one command. A server may run on it at the same time. */
export async function withContext<T>(
  { config, clock }: CommandContext,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const context = await openContext({ config, clock, logger: newLogger(config.LOG_LEVEL) }, reportUpgrade);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
