import type { User } from '../users/index.ts';
import { formatFields } from './columns.ts';
import { command, wholeNumber } from './command.ts';
import { newProgressBar } from './progress-bar.ts';
import { withContext } from './with-context.ts';

const usersShown = 10;
/**
 * Below this number it is not worth dropping the indexes, which a server on the same database would miss, for some
 * seconds.
 */
const ticketsOfLargeSeed = 100_000;
const largeTables = ['tickets', 'comments', 'events', 'ticket_moves', 'ticket_labels'];

export const seed = command({
  arguments: {},
  options: {
    tickets: wholeNumber(0, 10_000_000, 1_000, 'Number of tickets.'),
    projects: wholeNumber(1, 1_000, 5, 'Number of projects.'),
    users: wholeNumber(1, 1_000, 12, 'Number of users.'),
    seed: wholeNumber(1, 1_000_000, 1, 'Seed of the random generator: the same seed gives the same data.'),
  },
  examples: ['docket seed', 'docket seed --tickets 100000 --projects 20 --users 50 --seed 7 --json'],
  run: async (size, commandContext) => {
    const { formatAccess, grantAccess, newPassword } = await import('./access.ts');
    const { planSeed } = await import('./seed/plan.ts');
    const { seedDatabase } = await import('./seed/seed-database.ts');
    const { hashPassword } = await import('../platform/crypto.ts');
    const { loadWithoutIndexes } = await import('../platform/db/index.ts');
    const { buildListIndex } = await import('../search/index.ts');
    const plan = planSeed(size, commandContext.clock.now());
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    const progress = newProgressBar('tickets', size.tickets);
    const indexing = newProgressBar('tickets indexed', size.tickets);
    const { team, extra, samples } = await withContext(commandContext, async ({ db }) => {
      const seeded = await loadWithoutIndexes(
        commandContext.config.database,
        size.tickets < ticketsOfLargeSeed ? [] : largeTables,
        () =>
          seedDatabase(
            db,
            plan,
            passwordHash,
            (tx, { users }) => grantAccess(tx, users[0] as User, password, commandContext),
            progress.show,
          ),
      ).finally(progress.end);
      await buildListIndex(db, indexing).finally(indexing.end);
      return seeded;
    });

    const json = {
      ...extra,
      seed: size.seed,
      counts: { users: size.users, projects: size.projects, tickets: size.tickets },
      workspace: { id: team.workspaceId, name: 'Seed' },
      projects: team.projects.map(({ id, key, name, visibility }) => ({ id, key, name, visibility })),
      users: team.users.slice(0, usersShown).map(({ id, name, email, role }) => ({ id, name, email, role })),
      tickets: samples,
    };
    const text =
      `Created ${size.users} users, ${size.projects} projects and ${size.tickets} tickets. All users have this password.\n` +
      `${formatAccess(extra)}\n${formatFields(json.projects.map(({ key, name, id }) => [key, name, id]))}`;
    return { json, text };
  },
});
