import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userVerifyEmail = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {},
  examples: ['docket user verify-email ada@example.org'],
  run: async ({ email }, commandContext) => {
    const { changeAccountByEmail } = await import('../auth/index.ts');
    const account = await withContext(commandContext, ({ db }) =>
      changeAccountByEmail(db, { clock: commandContext.clock }, email, { emailVerified: true }),
    );
    const { id, name } = account;
    return {
      json: { user: { id, name, email: account.email, emailVerified: account.emailVerified === 1 } },
      text: `The address ${account.email} of ${name} is verified.\n`,
    };
  },
});
