import { resetPassword, SignUp } from '../auth/index.ts';
import { parseInput } from '../platform/validation/index.ts';
import { formatFields, newPassword } from './access.ts';
import { command, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userResetPassword = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {
    password: optionalText(
      'PASSWORD',
      'At least eight characters. Default: a generated one, which is printed.',
    ),
  },
  examples: ['docket user reset-password ada@example.org'],
  run: async ({ email, password }, commandContext) => {
    const made = password === undefined ? newPassword() : undefined;
    const checked = parseInput(SignUp, { name: 'anybody', email, password: password ?? made });
    const { user, sessionsEnded } = await withContext(commandContext, ({ db }) =>
      resetPassword(db, { clock: commandContext.clock }, checked.email, checked.password),
    );
    const { id, name } = user;
    const shown = made === undefined ? {} : { password: made };
    return {
      json: { user: { id, name, email: user.email }, ...shown, sessionsEnded },
      text:
        `Set a new password for ${name} and ended ${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'}.\n` +
        formatFields(Object.entries(shown)),
    };
  },
});
