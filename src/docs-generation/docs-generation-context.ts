import type { OutboundClients } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import type { DocsSettings } from './docs-settings.ts';
import { type DocsProcessPool, newDocsProcessPool } from './drafting-process/docs-process-pool.ts';

/** The dependencies of every use case of this module. */
export interface DocsGenerationContext {
  settings: DocsSettings;
  processes: DocsProcessPool;
  /** Opens the sealed access tokens of projects' code hosts. */
  secretBox: SecretBox;
  outbound: OutboundClients;
}

export const newDocsGenerationContext = (
  settings: DocsSettings,
  secretBox: SecretBox,
  outbound: OutboundClients,
): DocsGenerationContext => ({
  settings,
  processes: newDocsProcessPool({ environment: settings.processEnvironment }),
  secretBox,
  outbound,
});
