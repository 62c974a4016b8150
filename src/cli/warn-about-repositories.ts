import type { Context } from '../composition/context.ts';
import { countWaitingLinks } from '../projects/index.ts';

/** Logs at start what the rules about linked repositories mean for this instance. */
export async function warnAboutRepositories({ db, logger, docs, repositoryTrust }: Context): Promise<void> {
  const hasToken = docs.settings.hosts.some((host) => host.kind !== 'local');
  if (repositoryTrust.isOpen && hasToken)
    logger.warn(
      'Every account can use the code host tokens of this instance. On a server that others reach, set NODE_ENV=production or DOCS_OPEN=0',
    );
  const waiting = repositoryTrust.isOpen ? 0 : await countWaitingLinks(db.reads);
  if (waiting > 0)
    logger.warn(
      { waiting },
      'Linked repositories wait for approval: drafts and events of code hosts do not reach them. See: docket repository list --state waiting',
    );
}
