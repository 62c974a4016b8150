import { newSecretBox, resealAll } from '../platform/secret-box/index.ts';
import { secretHolders } from '../secret-holders.ts';
import { command } from './command.ts';
import { withContext } from './with-context.ts';

export const secretsRotate = command({
  arguments: {},
  options: {},
  examples: ['docket secrets rotate', 'SECRETS_KEY=new,old docket secrets rotate --json'],
  run: async (_, surroundings) => {
    const { secretKeys } = surroundings.config;
    const box = newSecretBox(secretKeys);
    const isNewKey = box.rotateKey();
    const resealed = await withContext(surroundings, ({ db }) => resealAll(db, box, secretHolders));
    const key = isNewKey
      ? `A new key is in use in ${secretKeys.place}`
      : 'The first key of SECRETS_KEY is in use';
    return {
      json: { place: secretKeys.place, isNewKey, resealed },
      text: `${key}; ${resealed} secrets were sealed anew.\n`,
    };
  },
});
