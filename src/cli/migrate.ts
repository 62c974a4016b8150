import { prepareDatabase } from '../platform/db/index.ts';
import { command } from './command.ts';
import { reportUpgrade } from './report-upgrade.ts';

export const migrate = command({
  arguments: {},
  options: {},
  examples: ['docket migrate', 'DATABASE_URL=postgres://docket@db/docket docket migrate --json'],
  run: async (_, { config }) => {
    const applied = (await prepareDatabase(config.database, reportUpgrade)).map(({ version, name }) => ({
      version,
      name,
    }));
    const steps = applied.map(({ version, name }) => `applied ${version} ${name}\n`).join('');
    return { json: { applied }, text: steps || 'The database is up to date.\n' };
  },
});
