import { newOutboundClients } from '../platform/outbound-http/index.ts';
import type { DocsSettings } from './docs-settings.ts';
import type { Audience } from './drafts/draft-context.ts';
import { validateRefs } from './generate-docs.ts';
import { getRepositoryHost, parseRepository } from './repository-access.ts';
import { newDocsThreadPool } from './worker-thread/docs-thread-pool.ts';
import type { Progress } from './worker-thread/progress.ts';
import type { Doc } from './worker-thread/thread-messages.ts';

export interface DraftRequest {
  repo: string;
  base: string;
  head: string;
  audience: Audience;
  ticketId: string | undefined;
  prNumber: number | undefined;
}

/** For the CLI: drafts without an account, so it reads no ticket and publishes nothing. */
export async function draftWithoutAccount(
  settings: DocsSettings,
  request: DraftRequest,
  report: (progress: Progress) => void,
): Promise<{ summary: string; docs: Doc[] }> {
  const repo = parseRepository(request.repo);
  validateRefs(request);
  const threads = newDocsThreadPool();
  const outbound = newOutboundClients();
  try {
    const host = await getRepositoryHost(
      settings.hosts,
      outbound,
      repo,
      AbortSignal.timeout(settings.timeoutMs),
    );
    const { summary, docs } = await threads.run(
      {
        kind: 'generate',
        host,
        repo,
        base: request.base,
        head: request.head,
        audience: request.audience,
        ticket:
          request.ticketId === undefined
            ? undefined
            : { key: request.ticketId, title: undefined, url: undefined },
        pullNumber: request.prNumber,
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
