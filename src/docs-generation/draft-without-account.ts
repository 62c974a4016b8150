import { newOutboundClients } from '../platform/outbound-http/index.ts';
import type { DocsSettings } from './docs-settings.ts';
import type { Audience } from './drafts/draft-context.ts';
import { assertRefs } from './generate-docs.ts';
import { findHost, parseRepository } from './repository-access.ts';
import { newThreads } from './worker-thread/docs-thread-pool.ts';
import type { Progress } from './worker-thread/progress.ts';
import type { Doc } from './worker-thread/thread-messages.ts';

export interface DraftWish {
  repo: string;
  base: string;
  head: string;
  audience: Audience;
  ticketId: string | undefined;
  prNumber: number | undefined;
}

/** For who sits at the machine and needs no account: no ticket is looked up, and nothing is published. */
export async function draftWithoutAccount(
  settings: DocsSettings,
  wish: DraftWish,
  report: (progress: Progress) => void,
): Promise<{ summary: string; docs: Doc[] }> {
  const repo = parseRepository(wish.repo);
  assertRefs(wish);
  const threads = newThreads();
  const outbound = newOutboundClients();
  try {
    const host = await findHost(settings.hosts, outbound, repo, AbortSignal.timeout(settings.timeoutMs));
    const { summary, docs } = await threads.run(
      {
        kind: 'generate',
        host,
        repo,
        base: wish.base,
        head: wish.head,
        audience: wish.audience,
        ticket:
          wish.ticketId === undefined ? undefined : { key: wish.ticketId, title: undefined, url: undefined },
        pullNumber: wish.prNumber,
        limits: settings.limits,
        model: settings.model,
      },
      { timeoutMs: settings.timeoutMs, report, findTickets: async () => ({}) },
    );
    return { summary, docs };
  } finally {
    await threads.close();
    await outbound.close();
  }
}
