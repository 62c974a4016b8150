import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { newLogger } from '../src/platform/logger.ts';

// The same server on the same file, but with a commit of its own for every change.
const file = process.argv[2] as string;
const config = readConfig({ RATE_LIMIT: 'off' });
const db = await openDatabase({ engine: 'sqlite', file, jobsPerCommit: 1 });
const app = buildApp({ db, clock: systemClock, config, logger: newLogger('warn') });
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', () => app.close().then(() => db.close()));
