import { useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { formatAgo, formatDateTime } from '../dates/dates.ts';
import { tooltipAttributes } from '../popups/tooltip.ts';

/** How long ago something was. The exact time is the tooltip; the text follows the clock once a minute. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  useSyncExternalStore(subscribe, () => minute);
  return (
    <time dateTime={at} className={classes('figures', className)} {...tooltipAttributes(formatDateTime(at))}>
      {formatAgo(at)}
    </time>
  );
}

let minute = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all of them, stopped when none is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute += 1;
    for (const each of listeners) each();
  }, 60_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
