import './parts/tokens.css';
import './parts/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadSession, queryClient } from './api/index.ts';
import { loadLanguage } from './messages/index.ts';
import { setTimeZone } from './parts/dates.ts';
import { startReplica } from './replica/index.ts';
import { newRouter } from './routes.tsx';
import { applyDensity } from './tickets/index.ts';

void start();

async function start(): Promise<void> {
  const session = await loadSession();
  document.documentElement.lang = await loadLanguage(
    session.state === 'signed-in' ? session.boot.preferences?.language : undefined,
  );
  if (session.state === 'signed-in') {
    // Without a preference the server takes days as days in UTC, and what is shown must agree with it.
    setTimeZone(session.boot.preferences?.timezone ?? 'UTC');
    await startReplica(session.boot);
    // Not in the first load: it knows the queries of every module.
    void import('./shell/refresh-queries.ts').then(({ refreshQueries }) => refreshQueries());
  }
  applyDensity();
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no element #app');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={newRouter(session)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
