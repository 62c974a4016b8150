import type { Config } from '../config/index.ts';
import type { DocsSettings } from '../docs-generation/index.ts';
import { newRepositoryTrust } from './repository-trust.ts';

const fileBytesMax = 512 * 1024;

/** Builds the settings of documentation generation from the environment, for the server, the worker and the CLI. */
export function docsSettings(config: Config): DocsSettings {
  const clones = { searchPath: config.searchPath, bytesMax: config.DOCS_COPY_MB_MAX * 1024 * 1024 };
  /** A host is enabled by its token. The operator chose its address, so private networks are allowed. */
  const remote = (kind: 'github' | 'gitlab' | 'gitea', apiUrl: string, token: string | undefined) =>
    token ? [{ kind, apiUrl, token, egress: 'private' as const, clones, followsRenames: true }] : [];
  return {
    hosts: [
      ...(config.LOCAL_REPOSITORIES
        ? [{ kind: 'local' as const, root: config.LOCAL_REPOSITORIES, searchPath: config.searchPath }]
        : []),
      ...remote('github', config.GITHUB_API_URL, config.GITHUB_TOKEN),
      ...remote('gitlab', config.GITLAB_API_URL, config.GITLAB_TOKEN),
      ...remote('gitea', config.GITEA_API_URL, config.GITEA_TOKEN),
    ],
    clones,
    processEnvironment: config.programEnvironment,
    egress: config.webhookEgress,
    privateTargets: config.WEBHOOK_PRIVATE_TARGETS,
    trust: newRepositoryTrust(config),
    limits: { commitsMax: config.DOCS_COMMITS_MAX, filesMax: config.DOCS_FILES_MAX, fileBytesMax },
    breakBeforeOne: config.DOCS_BREAK_BEFORE_1,
    timeoutMs: config.DOCS_TIMEOUT_SECONDS * 1_000,
    baseUrl: config.baseUrl,
    workflow: config.DOCS_WORKFLOW,
    model:
      config.DOCS_MODEL && config.DOCS_MODEL_URL
        ? {
            kind: /\/messages$/.test(config.DOCS_MODEL_URL) ? 'anthropic' : 'openai',
            url: config.DOCS_MODEL_URL,
            key: config.DOCS_MODEL_KEY,
            name: config.DOCS_MODEL,
            tokensMax: config.DOCS_MODEL_TOKENS_MAX,
            timeoutMs: config.DOCS_MODEL_TIMEOUT_SECONDS * 1_000,
          }
        : undefined,
  };
}
