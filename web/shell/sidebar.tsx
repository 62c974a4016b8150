import { m } from '../messages/index.ts';
import { agentsWaiting } from '../parts/agents-waiting.ts';
import { classes } from '../parts/classes.ts';
import { KeyHint } from '../parts/display/key-hint.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { useProjectPath } from '../parts/personal-settings.ts';
import { useStarred } from '../parts/starred.ts';
import { useBoot, useProjects } from '../replica/index.ts';
import { Link, usePathname } from '../router/index.ts';
import { openNewTicket } from '../tickets/index.ts';
import { StarredViews } from '../views/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { mainPlaces, type Place, projectKeyIn } from './places.ts';
import { openPalette } from './shell-state.ts';
import './sidebar.css';

export function Sidebar() {
  const { instance, unreadRows } = useBoot();
  const waiting = agentsWaiting.use();
  return (
    <nav className="sidebar" aria-label={m.shell.main}>
      <div className="sidebar-head">
        <img className="sidebar-logo" src="/icon.svg" alt="" width="20" height="20" />
        <span className="sidebar-name">{instance.name}</span>
      </div>
      <div className="sidebar-actions">
        <button type="button" className="sidebar-item" onClick={openPalette}>
          <Icon name="search" />
          <span className="sidebar-label">{m.shell.search}</span>
          <KeyHint keys="Mod+k" />
        </button>
        <button type="button" className="sidebar-item" onClick={() => openNewTicket()}>
          <Icon name="plus" />
          <span className="sidebar-label">{m.shell.newTicket}</span>
          <KeyHint keys="c" />
        </button>
      </div>
      <div className="sidebar-scroll">
        <ul>
          {mainPlaces().map((place) => (
            <PlaceItem
              key={place.path}
              place={place}
              count={place.path === '/inbox' ? unreadRows : 0}
              isWaiting={place.path === '/agents' && waiting > 0}
            />
          ))}
        </ul>
        <StarredViews />
        <ProjectItems />
      </div>
      <AccountMenu />
    </nav>
  );
}

interface PlaceItemProps {
  place: Place;
  count: number | null;
  /** Something there waits for the person. */
  isWaiting: boolean;
}

function PlaceItem({ place: { name, path, icon }, count, isWaiting }: PlaceItemProps) {
  return (
    <li>
      <Link
        to={path}
        className="sidebar-item"
        activeOptions={{ exact: path === '/', includeSearch: false }}
        activeProps={{ className: 'sidebar-item-active' }}
      >
        <Icon name={icon} />
        <span className="sidebar-label">{name}</span>
        {count ? (
          <span className="sidebar-count figures">
            {count}
            <span className="said"> {m.shell.unread(count)}</span>
          </span>
        ) : null}
        {isWaiting && (
          <span className="sidebar-dot">
            <span className="said"> {m.shell.waiting}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function ProjectItems() {
  const pathOf = useProjectPath();
  const starred = useStarred();
  const shown = projectKeyIn(usePathname())?.toUpperCase();
  const own = useProjects()
    .filter(({ role, status }) => role !== null && status === 'active')
    .sort((a, b) => Number(starred.has(b.id)) - Number(starred.has(a.id)));
  if (own.length === 0) return null;
  return (
    <div className="sidebar-section">
      <h2 id="sidebar-projects" className="sidebar-heading">
        {m.shell.projects}
      </h2>
      <ul aria-labelledby="sidebar-projects">
        {own.map(({ id, key, name }) => (
          <li key={id}>
            <Link
              to={pathOf({ id, key })}
              className={classes('sidebar-item', key === shown && 'sidebar-item-active')}
            >
              <span className="sidebar-key" aria-hidden="true">
                {key.slice(0, 2)}
              </span>
              <span className="sidebar-label">{name}</span>
              {starred.has(id) && (
                <>
                  <Icon name="star-filled" size="small" />
                  <span className="said"> {m.shell.isStarred}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
