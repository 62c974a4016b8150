/** Blocks this thread. Only for a start, before anything else runs on it, and for threads that nobody waits for. */
export function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
