/** A background tab paints nothing; then the callback runs after this time. */
const atLatestMs = 500;

/** Runs the callback after the next frame, for which the person waits, is painted. Returns the cancel function. */
export function afterPaint(run: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, atLatestMs);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
