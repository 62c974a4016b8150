import type { OutboundClients } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import type { DocsSettings } from './docs-settings.ts';
import { newThreads, type Threads } from './worker-thread/docs-thread-pool.ts';

/** What every verb of the room works with. */
export interface DocsDesk {
  settings: DocsSettings;
  threads: Threads;
  /** For the tokens of projects. */
  box: SecretBox;
  outbound: OutboundClients;
}

export const newDocsDesk = (settings: DocsSettings, box: SecretBox, outbound: OutboundClients): DocsDesk => ({
  settings,
  threads: newThreads(),
  box,
  outbound,
});
