import { changeInstanceRole } from '../auth/index.ts';
import { instanceRoles } from '../users/index.ts';
import { command, requiredText, requiredWord } from './command.ts';
import { withContext } from './with-context.ts';

export const userSetRole = command({
  arguments: {
    email: requiredText('EMAIL', 'The e-mail address of the account.'),
    role: requiredWord('ROLE', instanceRoles, 'What the account becomes. One of'),
  },
  options: {},
  examples: ['docket user set-role ada@example.org ADMIN'],
  run: async ({ email, role }, surroundings) => {
    const user = await withContext(surroundings, ({ db }) =>
      changeInstanceRole(db, surroundings.clock.now(), email, role),
    );
    const { id, name } = user;
    return {
      json: { user: { id, name, email: user.email, role: user.role } },
      text: `${name} (${user.email}) is ${user.role} now.\n`,
    };
  },
});
