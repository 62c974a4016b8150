import { useSyncExternalStore } from 'react';
import { loadLateMessages } from '../../messages/index.ts';

/**
 * The drawer and the pickers of tickets are not in the first load. They come when the browser is idle, or when a ticket is
 * opened earlier, and are rendered as plain components, which shows them without the delay of React.lazy.
 */
type LateTicket = typeof import('./late.ts');

let late: LateTicket | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function loadLateTicket(): Promise<void> {
  loading ??= Promise.all([import('./late.ts'), loadLateMessages()]).then(
    ([loaded]) => {
      late = loaded;
      loaded.preloadOnHover();
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** `wanted` loads it now. */
export function useLateTicket(wanted: boolean): LateTicket | undefined {
  if (wanted && !late) loadLateTicket().catch((error: unknown) => queueMicrotask(() => reportError(error)));
  return useSyncExternalStore(subscribe, () => late);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const schedule = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
if (typeof document !== 'undefined') {
  const load = () => schedule(() => loadLateTicket().catch(() => {}));
  if (document.readyState === 'complete') load();
  else addEventListener('load', load, { once: true });
}
