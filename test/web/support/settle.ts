import type { Page } from 'playwright-core';

const quietMs = 150;
const limitMs = 5_000;

// Text, because the types of a page are not those of Node, and scripts outside the tests use it too.
const untilQuiet = `new Promise((resolve) => {
  let timer = setTimeout(done, ${quietMs});
  const latest = setTimeout(done, ${limitMs});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(done, ${quietMs});
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  function done() {
    observer.disconnect();
    clearTimeout(latest);
    resolve();
  }
})`;

/** Waits until the page has its heading and has stopped changing. The event stream stays open, so the network never ends. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(untilQuiet);
}
