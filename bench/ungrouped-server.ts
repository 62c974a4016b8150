import { buildApp } from '../src/composition/app.ts';
import { openContext } from '../src/composition/context.ts';
import { readConfig } from '../src/config/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { newLogger } from '../src/platform/logger.ts';

// The same server on the same file without group commit: one commit per change.
const file = process.argv[2] as string;
const config = readConfig({ RATE_LIMIT: 'off' });
const database = { engine: 'sqlite', file, jobsPerCommit: 1 } as const;
const logger = newLogger('warn');
const context = await openContext({ config: { ...config, database }, clock: systemClock, logger });
const app = buildApp(context);
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', () => app.close().then(() => context.close()));
