import type { Audience, Progress } from '../../packages/docs-drafts/index.ts';
import { newOutboundClients } from '../platform/outbound-http/index.ts';
import type { DocsSettings } from './docs-settings.ts';
import { newDocsProcessPool } from './drafting-process/docs-process-pool.ts';
import { validateRefs } from './generate-docs.ts';
import { getRepositoryHost, parseRepository } from './repository-access.ts';

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
): Promise<{ summary: string; docs: { path: string; content: string }[] }> {
  const { base, head, audience, ticketId: key, prNumber: pullNumber } = request;
  const { limits, breakBeforeOne, model, timeoutMs } = settings;
  const repo = parseRepository(request.repo);
  validateRefs(request);
  const processes = newDocsProcessPool({ environment: settings.processEnvironment });
  const outbound = newOutboundClients();
  try {
    const host = await getRepositoryHost(settings.hosts, outbound, repo, AbortSignal.timeout(timeoutMs));
    const ticket = key === undefined ? undefined : { key, title: undefined, url: undefined };
    const { summary, docs } = await processes.run(
      {
        kind: 'generate',
        host,
        repo,
        base,
        head,
        audience,
        ticket,
        pullNumber,
        limits,
        breakBeforeOne,
        model,
        timeoutMs,
      },
      { timeoutMs, report, findTickets: async () => ({}) },
    );
    return { summary, docs: docs.map(({ path, content }) => ({ path, content })) };
  } finally {
    await processes.close();
    await outbound.close();
  }
}
