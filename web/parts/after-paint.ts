/** A background tab paints nothing; then the callback runs after this time. */
const atLatestMs = 500;

/** Runs when the next frame is painted: what a person waits for comes first. Returns what cancels it. */
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
