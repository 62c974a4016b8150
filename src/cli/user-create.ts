import { instanceRoles } from '../../sdk/values.ts';
import { command, optionalText, optionalWord, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userCreate = command({
  arguments: {},
  options: {
    name: requiredText('NAME', 'The name of the person.'),
    email: requiredText('EMAIL', 'The e-mail address to sign in with.'),
    password: optionalText(
      'PASSWORD',
      'At least eight characters. Default: a generated one, which is printed.',
    ),
    role: optionalWord(
      'ROLE',
      instanceRoles,
      'The instance role. Default: USER, and ADMIN for the first account. One of',
    ),
  },
  examples: [
    'docket user create --name "Ada Lovelace" --email ada@example.org',
    'docket user create --name CI --email ci@example.org --role VIEWER --json',
  ],
  run: async ({ name, email, password, role }, commandContext) => {
    const { formatAccess, grantAccess, newPassword } = await import('./access.ts');
    const { createAccount, SignUp } = await import('../auth/index.ts');
    const { parseInput } = await import('../platform/validation/index.ts');
    const made = password === undefined ? newPassword() : undefined;
    const input = parseInput(SignUp, { name, email, password: password ?? made });
    const account = { ...input, ...(role && { role }) };
    const access = await withContext(commandContext, ({ db }) =>
      createAccount(db, { clock: commandContext.clock }, account, (tx, user) =>
        grantAccess(tx, user, made, commandContext),
      ),
    );
    return { json: access, text: `Created an account for ${access.user.name}.\n${formatAccess(access)}` };
  },
});
