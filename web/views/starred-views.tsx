import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { Link } from '../router/index.ts';
import { viewsQuery } from './views-queries.ts';

/** The views with a star, for the sidebar; empty until the person has saved one. */
export function StarredViews() {
  const { data: views = [] } = useQuery(viewsQuery);
  const starred = views.filter(({ isStarred }) => isStarred);
  if (views.length === 0) return null;
  return (
    <section className="sidebar-section" aria-labelledby="sidebar-views">
      <h2 id="sidebar-views" className="sidebar-heading">
        {m.views.starred}
      </h2>
      <ul>
        {starred.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/v/$id"
              params={{ id }}
              className="sidebar-item"
              activeOptions={{ includeSearch: false }}
              activeProps={{ className: 'sidebar-item-active' }}
            >
              <Icon name="star" />
              <span className="sidebar-label">{name}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/views" className="sidebar-item" activeProps={{ className: 'sidebar-item-active' }}>
            <Icon name="list" />
            <span className="sidebar-label">{m.views.all}</span>
          </Link>
        </li>
      </ul>
    </section>
  );
}
