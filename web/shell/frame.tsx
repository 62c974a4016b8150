import { useMemo } from 'react';
import { useSession } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { AllOwnStatuses, OwnStatuses } from '../parts/own-statuses.ts';
import { OpenedDialogs } from '../parts/popups/open-dialog.tsx';
import { useProject, useProjects } from '../replica/index.ts';
import { Outlet, useParams, usePathname } from '../router/index.ts';
import { NewTicketDialog, RememberSeen, TicketDrawer } from '../tickets/index.ts';
import { NoticeBar } from './notice-bar.tsx';
import { Overlays } from './overlays.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { ToastList } from './toast-list.tsx';
import { useNotices } from './use-notices.ts';
import { useShellKeys } from './use-shell-keys.ts';
import './frame.css';

/** What is around every screen. Readers of the help may have no session: they see the screen alone. */
export function Frame() {
  if (useSession().state === 'signed-in') return <SignedInFrame />;
  return (
    <main className="frame-content frame-alone">
      <Outlet />
    </main>
  );
}

/** Sidebar, bars and what lies over every screen. */
function SignedInFrame() {
  useShellKeys();
  useNotices();
  const project = useProject(useParams().key);
  return (
    <AllOwnStatuses value={useAllOwnStatuses()}>
      <OwnStatuses value={project?.workflow?.statuses}>
        <div className="frame">
          <a className="frame-skip" href="#content">
            {m.shell.skipToContent}
          </a>
          <div className="frame-bars">
            <NoticeBar />
          </div>
          <Sidebar />
          <main id="content" className="frame-content" tabIndex={-1}>
            <Outlet />
          </main>
          <PhoneBar />
          <TicketDrawer />
          <NewTicketDialog />
          <RememberSeen />
          <Overlays />
          <OpenedDialogs page={usePathname()} />
          <ToastList />
        </div>
      </OwnStatuses>
    </AllOwnStatuses>
  );
}

function useAllOwnStatuses() {
  const projects = useProjects();
  return useMemo(
    () =>
      new Map(
        projects.flatMap(({ workflow }) =>
          (workflow?.statuses ?? []).flatMap((own) => (own.id === undefined ? [] : [[own.id, own] as const])),
        ),
      ),
    [projects],
  );
}
