import { command } from './command.ts';
import { withContext } from './with-context.ts';

export const secretsRotate = command({
  arguments: {},
  options: {},
  examples: ['docket secrets rotate', 'SECRETS_KEY=new,old docket secrets rotate --json'],
  run: async (_, commandContext) => {
    const { recordAudit } = await import('../audit/index.ts');
    const { secretHolders } = await import('../composition/secret-holders.ts');
    const { newSecretBox, resealAll } = await import('../platform/secret-box/index.ts');
    const { secretKeys } = commandContext.config;
    const box = newSecretBox(secretKeys);
    const isNewKey = box.rotateKey();
    const resealed = await withContext(commandContext, async ({ db }) => {
      const count = await resealAll(db, box, secretHolders);
      const subject = { kind: 'instance', id: 'instance' } as const;
      await db.transaction((tx) =>
        recordAudit(tx, commandContext, 'secrets.rotated', subject, { secrets: count }),
      );
      return count;
    });
    const key = isNewKey ? `New key in use: ${secretKeys.location}` : 'Key in use: the first of SECRETS_KEY';
    return {
      json: { place: secretKeys.location, isNewKey, resealed },
      text: `${key}. Re-encrypted ${resealed} secrets.\n`,
    };
  },
});
