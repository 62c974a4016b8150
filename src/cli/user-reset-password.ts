import { formatFields } from './columns.ts';
import { command, flag, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const userResetPassword = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {
    password: optionalText(
      'PASSWORD',
      'At least eight characters. Default: a generated one, which is printed.',
    ),
    'revoke-keys': flag(
      'Also delete the passkeys and providers of the account, and the API keys of it and its agents.',
    ),
  },
  examples: [
    'docket user reset-password ada@example.org',
    'docket user reset-password ada@example.org --revoke-keys',
  ],
  run: async ({ email, password, 'revoke-keys': revokesKeys }, commandContext) => {
    const { newPassword } = await import('./access.ts');
    const { resetPassword, SignUp } = await import('../auth/index.ts');
    const { parseInput } = await import('../platform/validation/index.ts');
    const made = password === undefined ? newPassword() : undefined;
    const checked = parseInput(SignUp, { name: 'anybody', email, password: password ?? made });
    const { user, sessionsEnded, keysDeleted } = await withContext(commandContext, ({ db }) =>
      resetPassword(db, { clock: commandContext.clock }, checked.email, checked.password, revokesKeys),
    );
    const { id, name } = user;
    const shown = made === undefined ? {} : { password: made };
    return {
      json: { user: { id, name, email: user.email }, ...shown, sessionsEnded, keysDeleted },
      text:
        `Set a new password for ${name} and ended ${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'}.\n` +
        (revokesKeys ? `Deleted ${keysDeleted} API ${keysDeleted === 1 ? 'key' : 'keys'}.\n` : '') +
        formatFields(Object.entries(shown)),
    };
  },
});
