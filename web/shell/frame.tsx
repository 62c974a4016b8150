import { Outlet } from '@tanstack/react-router';
import { m } from '../messages/index.ts';
import { NewTicketDialog, RememberSeen, TicketDrawer } from '../tickets/index.ts';
import { KeyMap } from './key-map.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { Palette } from './palette/palette.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { closeOverlay, useOverlay } from './shell-state.ts';
import { Sidebar } from './sidebar.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { ToastList } from './toast-list.tsx';
import { useNotices } from './use-notices.ts';
import { useShellKeys } from './use-shell-keys.ts';
import './frame.css';

/** Sidebar, bars and what lies over every screen. */
export function Frame() {
  const overlay = useOverlay();
  useShellKeys();
  useNotices();
  return (
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
      <MoreSheet open={overlay === 'more'} onClose={closeOverlay} />
      {overlay === 'palette' && <Palette onClose={closeOverlay} />}
      <KeyMap open={overlay === 'keys'} onClose={closeOverlay} />
      <SignInAgain open={overlay === 'sign-in'} onClose={closeOverlay} />
      <ToastList />
    </div>
  );
}
