import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { Badge } from '../parts/display/badge.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useBoot } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { StarButton } from './star-button.tsx';
import { ViewMenu } from './view-menu.tsx';
import { orderViews, viewsQuery } from './views-queries.ts';
import './views-screen.css';

/** `/views`: every view, in one's own order. */
export function ViewsScreen() {
  const { data: views, error, refetch } = useQuery(viewsQuery);
  const { projects, workspaces } = useBoot();
  const move = (from: number, to: number) => {
    const ids = (views ?? []).map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (moved) ids.splice(to, 0, moved);
    void orderViews(ids);
  };
  return (
    <Screen title={m.views.title} look="page">
      {error ? (
        <Failure error={error} retry={() => refetch()} />
      ) : !views ? (
        <Skeleton rows={5} />
      ) : views.length === 0 ? (
        <EmptyState icon="star" title={m.views.empty} text={m.views.emptyText} />
      ) : (
        <ul className="views-list">
          {views.map((view, index) => (
            <li key={view.id} className="views-item">
              <StarButton view={view} />
              <Link className="views-item-name clipped" to="/v/$id" params={{ id: view.id }}>
                {view.name}
              </Link>
              <Badge>
                {projects.find(({ id }) => id === view.projectId)?.name ??
                  workspaces.find(({ id }) => id === view.workspaceId)?.name ??
                  m.views.isPersonal}
              </Badge>
              <ViewMenu
                view={view}
                onUp={index > 0 ? () => move(index, index - 1) : undefined}
                onDown={index < views.length - 1 ? () => move(index, index + 1) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
