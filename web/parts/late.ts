import { useSyncExternalStore } from 'react';

/**
 * The parts made with Base UI (about 56 kB) are not in the first load. They come when the browser is idle, or
 * when one is asked for earlier, and are kept here. They are rendered as plain components: React.lazy would hold
 * back the first opening for 300 ms (facebook/react#31819).
 */
type LateParts = typeof import('./late/index.ts');

let parts: LateParts | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

export function loadLateParts(): Promise<void> {
  loading ??= import('./late/index.ts').then(
    (loaded) => {
      parts = loaded;
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      // The next opening tries again, for example after a moment without network.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The late parts once they are here. `wanted` loads them now. */
export function useLateParts(wanted: boolean): LateParts | undefined {
  if (wanted && !parts) loadLateParts().catch(reportLater);
  return useSyncExternalStore(subscribe, () => parts);
}

/** What is inside an open menu or dialog: the parts are there, or it would not be open. */
export function getLateParts(): LateParts {
  if (!parts) throw new Error('This part belongs inside a menu or a dialog.');
  return parts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const reportLater = (error: unknown) => queueMicrotask(() => reportError(error));

if (typeof document !== 'undefined') {
  const whenIdle = () => requestIdleCallback(() => loadLateParts().catch(() => {}), { timeout: 2000 });
  // Safari has no requestIdleCallback.
  const schedule =
    typeof requestIdleCallback === 'function' ? whenIdle : () => setTimeout(loadLateParts, 500);
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}
