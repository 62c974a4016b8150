import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { useWindowTitle } from '../../parts/window-title.ts';
import { useProject } from '../../replica/index.ts';
import { Link, Outlet, useParams, usePathname } from '../../router/index.ts';
import { ProjectCrumb } from '../project-crumb.tsx';
import { ProjectTabs } from '../project-tabs.tsx';
import { type SettingsPage, settingsSections } from './settings-pages.ts';
import './project-settings.css';

/** `/p/$key/settings/*`: the pages at the side and the open one. On a phone the first address is the list of pages. */
export function ProjectSettings() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project) {
    return (
      <Screen title={m.projects.settings.title}>
        <EmptyState
          icon="folder"
          title={m.tickets.project.missing}
          text={m.tickets.project.missingText(key)}
          action={<Link to="/projects">{m.words.projects}</Link>}
        />
      </Screen>
    );
  }
  return <SettingsFrame key={project.id} project={project} />;
}

function SettingsFrame({ project }: { project: BootProject }) {
  const pathname = usePathname();
  const shown = /\/settings\/([^/]+)/.exec(pathname)?.[1] as SettingsPage | undefined;
  const page = shown ?? 'general';
  const title = m.projects.settings.pages[page] ?? m.projects.settings.title;
  useWindowTitle(title, project.name);
  return (
    <Screen
      title={m.projects.settings.title}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      className={shown ? 'settings settings-on-page' : 'settings'}
    >
      <div className="settings-frame">
        <SettingsNav project={project} page={page} />
        <div className="settings-body">
          <Link
            to="/p/$key/settings"
            params={{ key: project.key }}
            className="settings-back"
            activeProps={{ 'aria-current': undefined }}
          >
            <Icon name="chevron-left" />
            {m.projects.settings.title}
          </Link>
          <div className="settings-column">
            <Outlet />
          </div>
        </div>
      </div>
    </Screen>
  );
}

const settingsPath = (key: string, page: SettingsPage): string => `/p/${key}/settings/${page}`;

function SettingsNav({ project, page: current }: { project: BootProject; page: SettingsPage }) {
  const texts = m.projects.settings;
  return (
    <nav className="settings-nav" aria-label={texts.of(project.name)}>
      {settingsSections(project.may, project.role !== null).map(({ name, pages }) => (
        <div key={name} className="settings-nav-group">
          <p className="settings-nav-heading">{texts.sections[name]}</p>
          <ul>
            {pages.map(({ page, icon }) => (
              <li key={page}>
                <Link
                  to={settingsPath(project.key, page)}
                  className="settings-nav-item"
                  aria-current={page === current ? 'page' : undefined}
                >
                  <Icon name={icon} />
                  <span className="settings-nav-text">{texts.pages[page]}</span>
                  <Icon name="chevron-right" className="settings-nav-arrow" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
