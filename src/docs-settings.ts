import type { Config } from './config.ts';
import type { DocsSettings } from './docs-generation/index.ts';

const fileBytesMax = 512 * 1024;

/** What the environment says of documentation drafts, for whichever face makes them. */
export function docsSettings(config: Config): DocsSettings {
  return {
    hosts: [
      ...(config.LOCAL_REPOSITORIES
        ? [{ kind: 'local' as const, root: config.LOCAL_REPOSITORIES, searchPath: config.searchPath }]
        : []),
    ],
    isOpen: config.DOCS_OPEN ?? config.NODE_ENV !== 'production',
    limits: { commitsMax: config.DOCS_COMMITS_MAX, filesMax: config.DOCS_FILES_MAX, fileBytesMax },
    timeoutMs: config.DOCS_TIMEOUT_SECONDS * 1_000,
    baseUrl: config.BASE_URL ?? (config.PORT > 0 ? `http://${config.HOST}:${config.PORT}` : undefined),
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
