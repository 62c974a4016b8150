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

/** Code for the page, as text: its types are not those of Node. The task after a frame runs when that frame is painted. */
const watchFrom = (shown: string) => `(() => {
  let at;
  const note = (event) => { at ??= event.timeStamp; };
  for (const type of ['keydown', 'pointerup', 'drop']) addEventListener(type, note, { capture: true, once: true });
  globalThis.docketWatch = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Not shown: ' + ${JSON.stringify(shown)})), ${limitMs});
    const frame = () => {
      if (at === undefined || !(${shown})) return requestAnimationFrame(frame);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - at);
      port2.postMessage(0);
    };
    requestAnimationFrame(frame);
  });
})()`;
