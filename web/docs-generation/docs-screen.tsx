import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { useProject } from '../replica/index.ts';
import { navigate, useParams, useSearch } from '../router/index.ts';
import { DocsJobView } from './docs-job-view.tsx';
import { parseDocsSearch, toDocsRequest } from './docs-search.ts';
import { DocsStart } from './docs-start.tsx';
import { OpenPullRequest } from './open-pull-request.tsx';
import './docs-screen.css';

/** `/p/$key/docs` */
export function DocsScreen() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project)
    return (
      <Screen title={m.shell.docs}>
        <EmptyState
          icon="folder"
          title={m.tickets.project.missing}
          text={m.tickets.project.missingText(key)}
        />
      </Screen>
    );
  return <ProjectDocs key={project.id} project={project} />;
}

function ProjectDocs({ project }: { project: BootProject }) {
  const search = parseDocsSearch(useSearch());
  const { key } = project;
  const frame = {
    title: m.shell.docs,
    before: <ProjectCrumb project={project} />,
    tabs: <ProjectTabs projectKey={key} />,
  };
  const request = toDocsRequest(search);
  if (!search.job || !request)
    return (
      <Screen {...frame} look="page">
        <DocsStart project={project} />
      </Screen>
    );
  const { job: _job, publish: _publish, page: _page, view: _view, ...form } = search;
  return (
    <Screen
      {...frame}
      bar={
        <>
          <Button
            icon="arrow-left"
            look="quiet"
            onClick={() => void navigate({ to: '/p/$key/docs', params: { key }, search: form })}
          >
            {m.docs.change}
          </Button>
          <span className="docs-screen-range">
            <code>{request.repo}</code> <code>{request.base}</code>
            <span aria-hidden="true"> → </span>
            <span className="said">{m.docs.to}</span>
            <code>{request.head}</code>
          </span>
          <span className="docs-screen-actions">
            <OpenPullRequest project={project} request={request} search={{ ...search, job: search.job }} />
          </span>
        </>
      }
    >
      <DocsJobView search={{ ...search, job: search.job }} project={project} />
    </Screen>
  );
}
