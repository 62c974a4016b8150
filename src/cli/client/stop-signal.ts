/**
 * Aborted with the first of these signals, or after the time. In place of `AbortSignal.any`, which Node has from 20.3 on,
 * and which lets Node 20 garbage-collect an `AbortSignal.timeout` that is combined with others before it fires.
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
