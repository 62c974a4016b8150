import { conflict } from '../platform/errors.ts';
import { toIso } from '../platform/instant.ts';
import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userResetLink = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {},
  examples: ['docket user reset-link ada@example.org'],
  run: async ({ email }, commandContext) => {
    const { createPasswordLinkFor } = await import('../auth/index.ts');
    const { getUserByEmail } = await import('../users/index.ts');
    return withContext(commandContext, ({ db, config }) =>
      db.transaction(async (tx) => {
        const user = await getUserByEmail(tx, email);
        if (!user.active) throw conflict(`The account ${user.email} is inactive`);
        const source = { clock: commandContext.clock };
        const { url, expiresAt } = await createPasswordLinkFor(tx, config.baseUrl, user, source);
        const { id, name } = user;
        return {
          json: { user: { id, name, email: user.email }, url, expiresAt: toIso(expiresAt) },
          text: `${url}\n`,
        };
      }),
    );
  },
});
