import { hashPassword } from '../platform/crypto.ts';
import type { User } from '../users/index.ts';
import { grantAccess, newPassword, sayAccess, sayFields } from './access.ts';
import { command, wholeNumber } from './command.ts';
import { newProgress } from './progress.ts';
import { planSeed } from './seed/plan.ts';
import { seedDatabase } from './seed/seed-database.ts';
import { withContext } from './with-context.ts';

const usersShown = 10;

export const seed = command({
  arguments: {},
  options: {
    tickets: wholeNumber(0, 10_000_000, 1_000, 'How many tickets.'),
    projects: wholeNumber(1, 1_000, 5, 'How many projects.'),
    users: wholeNumber(1, 1_000, 12, 'How many people.'),
    seed: wholeNumber(1, 1_000_000, 1, 'Where chance starts: the same numbers give the same data.'),
  },
  examples: ['docket seed', 'docket seed --tickets 100000 --projects 20 --users 50 --seed 7 --json'],
  run: async (size, surroundings) => {
    const plan = planSeed(size, surroundings.clock.now());
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    const progress = newProgress('tickets', size.tickets);
    const { team, extra, samples } = await withContext(surroundings, ({ db }) =>
      seedDatabase(
        db,
        plan,
        passwordHash,
        (tx, { users }) => grantAccess(tx, users[0] as User, password, surroundings),
        progress.show,
      ),
    ).finally(progress.end);

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
      `Seeded ${size.users} people, ${size.projects} projects and ${size.tickets} tickets, all with the password below.\n` +
      `${sayAccess(extra)}\n${sayFields(json.projects.map(({ key, name, id }) => [key, name, id]))}`;
    return { json, text };
  },
});
