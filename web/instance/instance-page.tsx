import type { ReactNode } from 'react';
import { m } from '../messages/index.ts';
import { Tabs } from '../parts/controls/tabs.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { useMe } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import './instance-page.css';

/** One of the pages for administrators. */
export function InstancePage({ title, children }: { title: string; children: ReactNode }) {
  const { role } = useMe();
  return (
    <Screen
      title={title}
      look="wide"
      before={<span className="instance-name">{m.instance.overview}</span>}
      tabs={
        <div className="instance-tabs">
          <Tabs label={m.instance.pages}>
            <Link to="/instance" activeOptions={{ exact: true, includeSearch: false }}>
              {m.instance.overviewTab}
            </Link>
            <Link to="/instance/people">{m.instance.people}</Link>
            <Link to="/instance/audit">{m.instance.audit}</Link>
            <Link to="/instance/repositories">{m.instance.repositories}</Link>
          </Tabs>
        </div>
      }
    >
      {role === 'ADMIN' ? children : <EmptyState icon="lock" title={m.instance.notAllowed} />}
    </Screen>
  );
}
