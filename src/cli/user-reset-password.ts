import { resetPassword, SignUp } from '../auth/index.ts';
import { parseInput } from '../platform/validation/index.ts';
import { newPassword, sayFields } from './access.ts';
import { command, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userResetPassword = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {
    password: optionalText('PASSWORD', 'Eight characters or more; made up and printed when not given.'),
  },
  examples: ['docket user reset-password ada@example.org'],
  run: async ({ email, password }, surroundings) => {
    const made = password === undefined ? newPassword() : undefined;
    const checked = parseInput(SignUp, { name: 'anybody', email, password: password ?? made });
    const { user, sessionsEnded } = await withContext(surroundings, ({ db }) =>
      resetPassword(db, surroundings.clock.now(), checked.email, checked.password),
    );
    const { id, name } = user;
    const shown = made === undefined ? {} : { password: made };
    return {
      json: { user: { id, name, email: user.email }, ...shown, sessionsEnded },
      text:
        `${name} has a new password; ${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'} ended.\n` +
        sayFields(Object.entries(shown)),
    };
  },
});
