import { apiKeyScopes } from '../../sdk/values.ts';
import { parseInstant, toIso } from '../platform/instant.ts';
import { command, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const keyCreate = command({
  arguments: { email: requiredText('EMAIL', 'The e-mail address of the account.') },
  options: {
    name: requiredText('NAME', 'A name for the key.'),
    scopes: optionalText('A,B', `The scopes of the key. Default: all. Any of ${apiKeyScopes.join(', ')}.`),
    expires: optionalText('DATE', 'The date or date-time when the key expires. Default: never.'),
  },
  examples: [
    'docket key create ada@example.org --name CI',
    'docket key create ada@example.org --name reports --scopes read --expires 2027-01-01 --json',
  ],
  run: async ({ email, name, scopes, expires }, commandContext) => {
    const { createApiKey, NewApiKey } = await import('../auth/index.ts');
    const { getUserByEmail } = await import('../users/index.ts');
    const { parseInput } = await import('../platform/validation/index.ts');
    const input = parseInput(NewApiKey, {
      name,
      ...(scopes !== undefined && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
      ...(expires !== undefined && { expiresAt: expires }),
    });
    const expiresAt = input.expiresAt ? parseInstant(input.expiresAt) : undefined;
    const { user, key } = await withContext(commandContext, ({ db }) =>
      db.transaction(async (tx) => {
        const owner = await getUserByEmail(tx, email);
        const source = { clock: commandContext.clock };
        const wanted = { ...input, expiresAt };
        return { user: owner, key: await createApiKey(tx, source, owner.id, wanted) };
      }),
    );
    const json = {
      id: key.id,
      name: key.name,
      user: { id: user.id, name: user.name, email: user.email },
      scopes: key.scopes.split(' '),
      ...(key.expiresAt !== null && { expiresAt: toIso(key.expiresAt) }),
      apiKey: key.key,
    };
    return { json, text: `${key.key}\n` };
  },
});
