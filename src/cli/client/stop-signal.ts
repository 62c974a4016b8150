/**
 * Returns a signal that is aborted with the first of these signals, or after the time. It replaces `AbortSignal.any`,
 * which Node has from 20.3 on, and with which Node 20 may garbage-collect a combined `AbortSignal.timeout` before it
 * fires.
 */
export function stopSignal(signals: readonly AbortSignal[], timeoutMs?: number): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', stop);
    stopping.abort();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
  timer?.unref();
  for (const signal of signals) signal.addEventListener('abort', stop, { once: true });
  if (signals.some(({ aborted }) => aborted)) stop();
  return stopping.signal;
}
