/** Blocks this thread. Use it only at a start, before anything else runs, and on threads that nobody waits for. */
export function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
