import { readDraftContext } from '../../../packages/docs-drafts/draft.ts';
import { type CodeHost, newSourceRepository } from '../../code-hosts/index.ts';
import type { ReportTask } from '../drafting-process/process-messages.ts';

/** What changed between two versions of the repository. Titles of tickets are not for everybody who can read it. */
export async function readReportContext(
  host: CodeHost,
  { repo, limits }: Pick<ReportTask, 'repo' | 'limits'>,
  { base, head }: { base: string; head: string },
  signal: AbortSignal,
) {
  const facts = await host.findRepository(repo, signal);
  const repository = newSourceRepository(host, repo, facts, signal);
  const range = { base, head, limits, ticket: undefined, pullNumber: undefined };
  const context = await readDraftContext(
    repository,
    range,
    () => {},
    async () => ({}),
  );
  return { facts, repository, context };
}
