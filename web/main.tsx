import './parts/tokens.css';
import './parts/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { loadSession, queryClient, SessionContext } from './api/index.ts';
import { inUsersLanguage, loadLanguage } from './messages/index.ts';
import { setTimeZone } from './parts/dates/dates.ts';
import { startWhenIdle, whenIdle } from './parts/late-module.ts';
import { appName } from './parts/window-title.ts';
import { configurePreact } from './preact/configure-preact.ts';
import { forgetLastUser, readKeptBoot, startReplica } from './replica/index.ts';
import { preload, RouterView, startRouter } from './router/index.ts';
import { routes } from './routes.tsx';
import { Failed } from './shell/failed.tsx';
import { NotFound } from './shell/not-found.tsx';
import { applyDensity } from './tickets/index.ts';

const whenFailed = (error: Error) =>
  createRoot(rootElement()).render(<Failed error={error} reset={() => location.reload()} />);

configurePreact();
start().catch(whenFailed);

async function start(): Promise<void> {
  // The screen comes while the server answers who is signed in.
  preload(routes, location.href);
  const session = await loadSession(readKeptBoot);
  document.documentElement.lang = await loadLanguage(
    session.state === 'signed-in' ? session.boot.preferences?.language : undefined,
  );
  appName.set((session.state === 'signed-in' ? session.boot : session).instance.name);
  let readRest = async () => {};
  if (session.state === 'signed-in') {
    // Without a preference the server takes days as days in UTC, and what is shown must agree with it.
    setTimeZone(session.boot.preferences?.timezone ?? 'UTC');
    readRest = await startReplica(inUsersLanguage.data(session.boot), { isKept: session.isKept ?? false });
  } else {
    forgetLastUser();
  }
  const onShown = () => {
    void readRest().finally(startWhenIdle);
    if (session.state === 'signed-in') void loadRefreshQueries();
  };
  applyDensity();
  startRouter({ routes, session, notFound: NotFound });
  createRoot(rootElement()).render(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>
        <RouterView failed={Failed} onShown={onShown} />
      </SessionContext>
    </QueryClientProvider>,
  );
  if (import.meta.env.PROD)
    whenIdle(
      () =>
        void import('./shell/keep-for-offline.ts')
          .then(({ keepForOffline }) => keepForOffline())
          .catch(() => {}),
    );
}

let refreshing: Promise<void> | undefined;
/** Not in the first load, because it knows the queries of every module. */
const loadRefreshQueries = () => {
  refreshing ??= import('./shell/refresh-queries.ts').then(({ refreshQueries }) => refreshQueries());
  return refreshing;
};

function rootElement(): HTMLElement {
  const element = document.getElementById('app');
  if (!element) throw new Error('index.html has no element #app');
  return element;
}
