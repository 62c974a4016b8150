import { command, flag } from './command.ts';
import { reportUpgrade } from './report-upgrade.ts';

export const migrate = command({
  arguments: {},
  options: {
    new: flag(
      'SQLite: begin a new, empty instance although the folder holds files of one whose database is lost.',
    ),
  },
  examples: ['docket migrate', 'DATABASE_URL=postgres://docket@db/docket docket migrate --json'],
  run: async ({ new: isNew }, { config }) => {
    const { prepareDatabase } = await import('../platform/db/index.ts');
    const applied = (await prepareDatabase(config.database, reportUpgrade, { isNew })).map(
      ({ version, name }) => ({
        version,
        name,
      }),
    );
    const steps = applied.map(({ version, name }) => `applied ${version} ${name}\n`).join('');
    return { json: { applied }, text: steps || 'The database is up to date.\n' };
  },
});
