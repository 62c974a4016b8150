import type { Config } from '../config/index.ts';
import { codeHostName, type RepositoryTrust } from '../projects/index.ts';

/** Decides which linked repositories may use the instance's own access to code hosts without approval. */
export function newRepositoryTrust(config: Config): RepositoryTrust {
  const gitea = codeHostName(config.GITEA_API_URL);
  return {
    isOpen: config.DOCS_OPEN ?? config.NODE_ENV !== 'production',
    allowed: config.REPOSITORIES_ALLOWED,
    hostNames: {
      local: 'local',
      github: codeHostName(config.GITHUB_API_URL),
      gitlab: codeHostName(config.GITLAB_API_URL),
      gitea,
      forgejo: gitea,
      bitbucket: 'bitbucket.org',
    },
  };
}
