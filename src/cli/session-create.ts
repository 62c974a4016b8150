import { conflict } from '../platform/errors.ts';
import { toIso } from '../platform/instant.ts';
import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const sessionCreate = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {},
  examples: [
    'docket session create ada@example.org',
    'curl -H "Cookie: $(npm run --silent docket -- session create ada@example.org)" http://127.0.0.1:3000/api/auth/get-session',
  ],
  run: async ({ email }, commandContext) => {
    const { getUserByEmail } = await import('../users/index.ts');
    const { openCookie } = await import('./access.ts');
    return withContext(commandContext, ({ db }) =>
      db.transaction(async (tx) => {
        const user = await getUserByEmail(tx, email);
        if (!user.active) throw conflict(`The account ${user.email} is inactive`);
        const { cookie, expiresAt } = await openCookie(tx, user, commandContext);
        const { id, name } = user;
        const json = { user: { id, name, email: user.email }, cookie, expiresAt: toIso(expiresAt) };
        return { json, text: `${cookie}\n` };
      }),
    );
  },
});
