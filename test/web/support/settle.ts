import type { Page } from 'playwright-core';

const quietMs = 150;
const limitMs = 5_000;

/** Waits until the page has its heading and has stopped changing. The event stream stays open, so the network never ends. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(
    ([quiet, limit]) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, quiet);
        const latest = setTimeout(done, limit);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        function done() {
          observer.disconnect();
          clearTimeout(latest);
          resolve();
        }
      }),
    [quietMs, limitMs] as const,
  );
}
