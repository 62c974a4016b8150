import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

const accessCommand = (word: 'activate' | 'deactivate') =>
  command({
    arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
    options: {},
    examples: [`docket user ${word} ada@example.org`],
    run: async ({ email }, commandContext) => {
      const { changeAccountByEmail } = await import('../auth/index.ts');
      const active = word === 'activate';
      const account = await withContext(commandContext, ({ db }) =>
        changeAccountByEmail(db, { clock: commandContext.clock }, email, { active }),
      );
      const { id, name } = account;
      const what = active
        ? 'can sign in again; API keys stay deleted'
        : 'cannot sign in: sessions, API keys and password links ended';
      return {
        json: { user: { id, name, email: account.email, active } },
        text: `${name} (${account.email}) ${what}.\n`,
      };
    },
  });

export const userActivate = accessCommand('activate');
export const userDeactivate = accessCommand('deactivate');
