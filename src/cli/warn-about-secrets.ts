import type { Context } from '../composition/context.ts';

/** A shorter secret can be guessed from one signed delivery. */
const charactersAdvised = 16;

const secretNames = [
  'GITHUB_WEBHOOK_SECRET',
  'GITLAB_WEBHOOK_SECRET',
  'GITEA_WEBHOOK_SECRET',
  'FORGEJO_WEBHOOK_SECRET',
  'BITBUCKET_WEBHOOK_SECRET',
  'GENERIC_WEBHOOK_TOKEN',
] as const;

/** Logs at start which secrets of inbound webhooks can be guessed. Docket generates those of projects itself. */
export function warnAboutShortSecrets({ config, logger }: Pick<Context, 'config' | 'logger'>): void {
  const short = secretNames.filter((name) => {
    const secret = config[name];
    return secret !== undefined && secret.length < charactersAdvised;
  });
  if (short.length > 0)
    logger.warn(
      { variables: short },
      `Secrets of inbound webhooks have fewer than ${charactersAdvised} characters and can be guessed. Set longer ones here and at the code host`,
    );
}
