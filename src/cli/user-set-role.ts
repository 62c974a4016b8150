import { instanceRoles } from '../../sdk/values.ts';
import { command, requiredText, requiredWord } from './command.ts';
import { withContext } from './with-context.ts';

export const userSetRole = command({
  arguments: {
    email: requiredText('EMAIL', 'The e-mail address of the account.'),
    role: requiredWord('ROLE', instanceRoles, 'The new role. One of'),
  },
  options: {},
  examples: ['docket user set-role ada@example.org ADMIN'],
  run: async ({ email, role }, commandContext) => {
    const { changeAccountByEmail } = await import('../auth/index.ts');
    const user = await withContext(commandContext, ({ db }) =>
      changeAccountByEmail(db, { clock: commandContext.clock }, email, { role }),
    );
    const { id, name } = user;
    return {
      json: { user: { id, name, email: user.email, role: user.role } },
      text: `${name} (${user.email}) now has the role ${user.role}.\n`,
    };
  },
});
