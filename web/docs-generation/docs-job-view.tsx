import { useQuery } from '@tanstack/react-query';
import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { DocsProgressView } from './docs-progress-view.tsx';
import { docsQueries } from './docs-queries.ts';
import type { DocsSearch } from './docs-search.ts';
import { DraftPanes } from './draft-panes.tsx';
import { FalseSentences } from './false-sentences.tsx';
import { PublishState } from './publish-state.tsx';
import { VerdictView } from './verdict-view.tsx';

/** A job: its progress, then what it drafted. */
export function DocsJobView({
  search,
  project,
}: {
  search: DocsSearch & { job: string };
  project: BootProject;
}) {
  const { data: job, error, refetch } = useQuery(docsQueries.job(search.job));
  if (error && !job) return <Failure error={error} retry={() => void refetch()} />;
  if (!job) return <Skeleton rows={4} />;
  if (job.state === 'failed')
    return (
      <div role="alert">
        <EmptyState icon="warning" title={m.docs.failed} text={job.error?.message} />
      </div>
    );
  if (job.state !== 'done' || !job.result) return <DocsProgressView job={job} />;
  return (
    <>
      {search.publish && <PublishState jobId={search.publish} />}
      {job.result.verdict && (
        <VerdictView verdict={job.result.verdict}>
          <FalseSentences result={job.result} />
        </VerdictView>
      )}
      <DraftPanes result={job.result} project={project} search={search} />
    </>
  );
}
