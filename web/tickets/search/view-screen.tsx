import { useQuery } from '@tanstack/react-query';
import type { View } from '../../../sdk/index.ts';
import { isRefused } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useProject } from '../../replica/index.ts';
import { Link, Navigate, navigate, useParams } from '../../router/index.ts';
import { changeView, StarButton, SubscribeButton, ViewMenu, viewQuery } from '../../views/index.ts';
import { fromSavedView, isSameSearch, type TicketSearch, toDisplay, toSavedQuery } from '../ticket-search.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { SearchList } from './search-list.tsx';

/** `/v/$id`: a saved view. Unsaved changes are in the address. */
export function ViewScreen() {
  const { id = '' } = useParams();
  const { data: found, error, refetch } = useQuery(viewQuery(id));
  // What the browser kept may be gone meanwhile.
  const isMissing = isRefused(error);
  const view = isMissing ? undefined : found;
  const project = useProject(view?.projectId ?? view?.query.project);
  const layout = view?.display.layout;
  if (view && !project && layout === 'board') {
    const search = { ...fromSavedView(view.query, view.display), view: view.id };
    return <Navigate to="/tickets/board" search={search} replace />;
  }
  if (view && project && (layout === 'board' || layout === 'calendar' || layout === 'timeline')) {
    const { project: _, ...search } = fromSavedView(view.query, view.display);
    return (
      <Navigate
        to={`/p/$key/${layout}`}
        params={{ key: project.key }}
        search={{ ...search, view: view.id }}
        replace
      />
    );
  }
  if (view) return <SavedView key={view.id} view={view} />;
  return (
    <Screen title={isMissing ? m.views.missing : m.views.title}>
      {isMissing ? (
        <EmptyState
          icon="star"
          title={m.views.missing}
          text={m.views.missingText}
          action={<Link to="/views">{m.views.all}</Link>}
        />
      ) : error ? (
        <Failure error={error} retry={() => refetch()} />
      ) : (
        <Skeleton rows={12} />
      )}
    </Screen>
  );
}

function SavedView({ view }: { view: View }) {
  const { search: changed, setSearch } = useTicketSearch();
  const project = useProject(view.projectId);
  const saved = fromSavedView(view.query, view.display);
  const isChanged = Object.keys(changed).length > 0 && !isSameSearch(changed, saved);
  const search = Object.keys(changed).length > 0 ? changed : saved;
  // An address without filters means the view as it is saved, so a changed view always has parameters.
  const change = (next: TicketSearch) => setSearch({ groupBy: 'none', ...next });
  return (
    <SearchList
      title={view.name}
      search={search}
      onChange={change}
      scope={view.id}
      project={project}
      beside={
        <>
          <StarButton view={view} />
          <SubscribeButton view={view} />
          <ViewMenu view={view} onDeleted={() => navigate({ to: '/views' })} />
        </>
      }
      actions={
        isChanged && (
          <>
            <Button look="quiet" onClick={() => setSearch({})}>
              {m.views.discard}
            </Button>
            {view.may.edit && (
              <Button
                look="primary"
                onClick={async () => {
                  await changeView(view.id, {
                    query: toSavedQuery(search),
                    display: toDisplay(search, 'list'),
                  });
                  setSearch({}, { replace: true });
                  showToast({ text: m.views.updated(view.name) });
                }}
              >
                {m.views.update}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
