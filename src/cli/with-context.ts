import type { Context } from '../composition/context.ts';
import type { CommandContext } from './command.ts';
import { reportUpgrade } from './report-upgrade.ts';

/** Opens the configured database for one command. A server may run on it at the same time. */
export async function withContext<T>(
  { config, clock }: CommandContext,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { openContext } = await import('../composition/context.ts');
  const { newLogger } = await import('../platform/logger.ts');
  const context = await openContext({ config, clock, logger: newLogger(config.LOG_LEVEL) }, reportUpgrade);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
