import type { CDPSession, Page } from 'playwright-core';

/** Times of one interaction. */
export interface Lap {
  /** From the event of the person until the frame that shows the result is painted. */
  wallMs: number;
  /** How long the main thread of the page was busy. Unlike `wallMs`, other programs hardly change it. */
  cpuMs: number;
}

/** A page that shows nothing for so long has failed. */
export const limitMs = 10_000;

/** Measures interactions in a page. */
export class Stopwatch {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Stopwatch> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Stopwatch(page, devtools);
  }

  /** `shown` is an expression, evaluated in the page in each frame after the event. */
  async lap(act: () => Promise<void>, shown: string): Promise<Lap> {
    await this.#page.evaluate(watchFrom(shown));
    const before = await this.#busyMs();
    await act();
    const wallMs = await this.#page.evaluate<number>('globalThis.docketWatch');
    return { wallMs, cpuMs: (await this.#busyMs()) - before };
  }

  async heapMegabytes(): Promise<number> {
    await this.#devtools.send('HeapProfiler.collectGarbage');
    return (await this.#metric('JSHeapUsedSize')) / 1e6;
  }

  async #busyMs(): Promise<number> {
    return (await this.#metric('TaskDuration')) * 1000;
  }

  async #metric(wanted: string): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? 0;
  }
}

/**
 * Code for the page, as text: its types are not those of Node.
 *
 * - Of keys that are pressed together the last counts: the driver sends them one by one, and waits for each.
 * - The task after a frame runs when that frame is painted. It goes before what waits beside it, such as answers.
 * - The marks are for whoever takes a trace of the browser.
 */
const watchFrom = (shown: string) => `(() => {
  let at;
  const types = ['keydown', 'pointerup', 'drop'];
  const note = (event) => {
    if (['Shift', 'Control'].includes(event.key)) return;
    at = event.timeStamp;
    performance.mark('lap begins', { startTime: at });
    for (const type of types) removeEventListener(type, note, true);
  };
  for (const type of types) addEventListener(type, note, true);
  globalThis.docketWatch = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Not shown: ' + ${JSON.stringify(shown)})), ${limitMs});
    const frame = () => {
      if (at === undefined || !(${shown})) return requestAnimationFrame(frame);
      scheduler.postTask(() => {
        performance.mark('lap ends');
        resolve(performance.now() - at);
      }, { priority: 'user-blocking' });
    };
    requestAnimationFrame(frame);
  });
})()`;
