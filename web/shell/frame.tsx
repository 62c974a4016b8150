import { Outlet } from '@tanstack/react-router';
import { m } from '../messages/index.ts';

/** Sidebar, top bar and what is common to every screen. */
export function Frame() {
  return (
    <div className="frame">
      <nav aria-label={m.shell.main} />
      <main id="content">
        <Outlet />
      </main>
    </div>
  );
}
