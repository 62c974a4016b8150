import { conflict } from '../platform/errors.ts';
import type { Actor, User } from '../users/index.ts';
import { command, optionalText, optionalWord } from './command.ts';
import { withContext } from './with-context.ts';

export const demo = command({
  arguments: { action: optionalWord('ACTION', ['create', 'remove'], 'What to do. Default: create. One of') },
  options: {
    email: optionalText(
      'EMAIL',
      'The administrator who owns the demo project. Default: the first administrator.',
    ),
  },
  examples: ['docket demo', 'docket demo --email ada@example.org', 'docket demo remove'],
  run: async ({ action, email }, commandContext) => {
    const { recordAudit } = await import('../audit/index.ts');
    const { createDemoIn, removeDemoIn } = await import('../demo/index.ts');
    const { getUserByEmail, listUsers } = await import('../users/index.ts');
    return withContext(commandContext, ({ db, eventCatalogue }) =>
      db.transaction(async (tx) => {
        const user = email === undefined ? findFirst(await listUsers(tx)) : await getUserByEmail(tx, email);
        if (user?.role !== 'ADMIN' || !user.active)
          throw conflict(
            'The demo needs an administrator. Create an account: docket user create --help, or name one with --email',
          );
        const { clock } = commandContext;
        const now = clock.now();
        const done = action === 'remove' ? 'demo.removed' : 'demo.created';
        await recordAudit(tx, { clock }, done, { kind: 'instance', id: 'instance' });
        if (action === 'remove') {
          const projectId = await removeDemoIn(tx, db, demoOwner(user), now);
          return { json: { projectId, removed: true }, text: 'Removed the demo team.\n' };
        }
        const { project, tickets } = await createDemoIn(tx, db, demoOwner(user), eventCatalogue, now);
        return {
          json: { project, tickets, owner: { id: user.id, email: user.email } },
          text: `Created the project ${project.name} (${project.key}) with ${tickets} tickets, owned by ${user.email}.\n`,
        };
      }),
    );
  },
});

const findFirst = (users: User[]) => users.find(({ role, active }) => role === 'ADMIN' && active === 1);

const demoOwner = ({ id, name, email, role }: User): Actor => ({
  userId: id,
  name,
  email,
  role,
  credential: { kind: 'session', id },
});
