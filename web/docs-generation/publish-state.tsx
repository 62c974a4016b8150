import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { Notice } from '../parts/display/notice.tsx';
import { DocsProgressView } from './docs-progress-view.tsx';
import { docsQueries } from './docs-queries.ts';
import { docsErrorText } from './docs-sentence.ts';
import './publish-state.css';

/** The job that opens the pull request, and the pull request. */
export function PublishState({ jobId }: { jobId: string }) {
  const { data: job, error } = useQuery(docsQueries.job(jobId));
  if (error && !job)
    return (
      <Notice look="danger" alert className="publish-state">
        {docsErrorText(error)}
      </Notice>
    );
  if (!job) return null;
  if (job.state === 'failed')
    return (
      <Notice look="danger" alert className="publish-state">
        {m.docs.pull.refused} {job.error?.message}
      </Notice>
    );
  if (job.state !== 'done') return <DocsProgressView job={job} publishes />;
  const { pr, workflow } = job.result ?? {};
  if (!pr) return null;
  return (
    <Notice look="good" alert className="publish-state">
      {m.docs.pull.opened} <PageLink href={pr.url}>{m.docs.pull.number(pr.number)}</PageLink>{' '}
      <code>{pr.branch}</code>
      {workflow && (
        <>
          {' · '}
          <PageLink href={workflow.url}>{m.docs.pull.workflowRun(workflow.id)}</PageLink>
        </>
      )}
    </Notice>
  );
}

/** The code host sends these addresses: anything but a web page stays text. */
function PageLink({ href, children }: { href: string; children: string }) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
