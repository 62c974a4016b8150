import type { ReactNode } from 'react';
import { m } from '../messages/index.ts';
import { Tabs } from '../parts/controls/tabs.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Link } from '../router/index.ts';
import './me-page.css';

/** One of the pages about the signed-in person, with the way to the others. */
export function MePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen title={title} look="wide">
      <div className="me-page">
        <Tabs label={m.users.pages} vertical>
          <Link to="/me" activeOptions={{ exact: true, includeSearch: false }}>
            {m.users.profile}
          </Link>
          <Link to="/me/preferences">{m.users.preferences}</Link>
          <Link to="/me/security">{m.users.security}</Link>
          <Link to="/me/keys">{m.users.apiKeys}</Link>
          <Link to="/me/connections">{m.users.connections}</Link>
          <Link to="/me/webhooks">{m.webhooks.title}</Link>
          <Link to="/workspaces">{m.workspaces.title}</Link>
          <Link to="/me/activity">{m.users.activity}</Link>
          <Link to="/me/drafts">{m.users.drafts}</Link>
        </Tabs>
        <div className="me-page-content">{children}</div>
      </div>
    </Screen>
  );
}
