import { newSecretBox, resealAll } from '../platform/secret-box/index.ts';
import { secretHolders } from '../secret-holders.ts';
import { command } from './command.ts';
import { withContext } from './with-context.ts';

export const secretsRotate = command({
  arguments: {},
  options: {},
  examples: ['docket secrets rotate', 'SECRETS_KEY=new,old docket secrets rotate --json'],
  run: async (_, commandContext) => {
    const { secretKeys } = commandContext.config;
    const box = newSecretBox(secretKeys);
    const isNewKey = box.rotateKey();
    const resealed = await withContext(commandContext, ({ db }) => resealAll(db, box, secretHolders));
    const key = isNewKey ? `New key in use: ${secretKeys.location}` : 'Key in use: the first of SECRETS_KEY';
    return {
      json: { place: secretKeys.location, isNewKey, resealed },
      text: `${key}. Re-encrypted ${resealed} secrets.\n`,
    };
  },
});
