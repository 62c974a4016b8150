import { createAccount, SignUp } from '../auth/index.ts';
import { parseInput } from '../platform/validation/index.ts';
import { instanceRoles } from '../users/index.ts';
import { grantAccess, newPassword, sayAccess } from './access.ts';
import { command, optionalText, optionalWord, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userCreate = command({
  arguments: {},
  options: {
    name: requiredText('NAME', 'What the person is called.'),
    email: requiredText('EMAIL', 'The e-mail address to sign in with.'),
    password: optionalText('PASSWORD', 'Eight characters or more; made up and printed when not given.'),
    role: optionalWord('ROLE', instanceRoles, 'USER when not given, ADMIN for the first account. One of'),
  },
  examples: [
    'docket user create --name "Ada Lovelace" --email ada@example.org',
    'docket user create --name CI --email ci@example.org --role VIEWER --json',
  ],
  run: async ({ name, email, password, role }, surroundings) => {
    const made = password === undefined ? newPassword() : undefined;
    const input = parseInput(SignUp, { name, email, password: password ?? made });
    const account = { ...input, ...(role && { role }) };
    const access = await withContext(surroundings, ({ db }) =>
      createAccount(db, surroundings.clock.now(), account, (tx, user) =>
        grantAccess(tx, user, made, surroundings),
      ),
    );
    return { json: access, text: `${access.user.name} has an account.\n${sayAccess(access)}` };
  },
});
