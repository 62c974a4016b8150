import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userResetSecondFactor = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {},
  examples: ['docket user reset-second-factor ada@example.org'],
  run: async ({ email }, commandContext) => {
    const { resetSecondFactorByEmail } = await import('../auth/index.ts');
    const { id, name, ...user } = await withContext(commandContext, ({ db, config }) =>
      resetSecondFactorByEmail(db, { clock: commandContext.clock }, config.SMTP_URL !== undefined, email),
    );
    return {
      json: { user: { id, name, email: user.email, secondFactor: false } },
      text: `Removed the second factor of ${name}. The password alone signs in.\n`,
    };
  },
});
