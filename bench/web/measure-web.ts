import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createClient } from '../../sdk/index.ts';
import { ticketStatuses } from '../../sdk/values.ts';
import { openBrowser, openBrowserWithProfile } from '../../test/web/support/browser.ts';
import type { ProcessFigure } from '../process-figures.ts';
import { type Bench, type Interaction, interactions } from './interactions.ts';
import { type Lap, Stopwatch } from './stopwatch.ts';

export const web = 'web';

interface Settings {
  origin: string;
  /** The session of somebody who may write in the project. */
  cookie: string;
  /** The key of the project whose tickets are shown. */
  project: string;
}

const root = path.resolve(import.meta.dirname, '../..');
/** The first is not counted. Of fewer than 21 the longest would be taken for the p95. */
const rounds = 22;
const interactionLimitMs = 60_000;
const starts = 10;
const viewport = { width: 1440, height: 900 };
const scrolledFrames = 120;
const scrolledTurns = scrolledFrames / 4;
const scrolledPx = 300;
const plainRowPx = 36;

/** The web app in a real browser: how fast it starts and answers, and how large it is. */
export async function measureWeb(settings: Settings): Promise<ProcessFigure[]> {
  const figures = [...measureBuild(), ...(await measureStart(settings))];
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, settings);
    const bench: Bench = { page, watch: await Stopwatch.of(page), project: settings.project };
    for (const interaction of interactions) {
      const laps = await withLimit(interaction.name, repeat(bench, interaction));
      // The first round compiles the code and is not what a person feels the whole day.
      figures.push(...lapFigures(interaction.name, laps.slice(1), interaction.atMostMs));
    }
    const all = `/tickets?status=${ticketStatuses.join(',')}&groupBy=none`;
    figures.push(
      ...(await measureScrollingFloor(bench)),
      ...(await measureScrolling(bench, `/p/${settings.project}/list`, 'scrolling', 33)),
      ...(await measureScrolling(bench, '/tickets', 'scrolling all open tickets', 20)),
      ...(await measureScrolling(bench, all, 'scrolling all tickets', 20)),
      ...(await measureOthersChange(bench, settings)),
    );
    figures.push({ name: 'web, heap', value: await bench.watch.heapMegabytes(), unit: 'MB', atMost: 80 });
    return figures;
  } finally {
    await browser.close();
  }
}

async function repeat(bench: Bench, { prepare, round, restore }: Interaction): Promise<Lap[]> {
  await prepare(bench);
  const laps: Lap[] = [];
  for (let index = 0; index < rounds; index++) {
    laps.push(await round(bench, index));
    await restore?.(bench);
  }
  return laps;
}

/** A page that hangs must not stop the bench silently. */
async function withLimit<T>(name: string, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const tooLate = setTimeout(interactionLimitMs, undefined, timer).then(() => {
    throw new Error(`The web app did not finish "${name}" within ${interactionLimitMs / 1000} s`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => {});
    timer.abort();
  }
}

async function openPage(browser: Browser, settings: Settings): Promise<Page> {
  // The service worker would load the rest of the app beside the first measurements.
  const context = await browser.newContext({
    ...{ baseURL: settings.origin, viewport, serviceWorkers: 'block' },
  });
  return openPageIn(context, settings);
}

async function openPageIn(context: BrowserContext, { origin, cookie }: Settings): Promise<Page> {
  context.setDefaultTimeout(30_000);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  return context.newPage();
}

/** The build prints what is fetched before each of the first screens is drawn. */
function measureBuild(): ProcessFigure[] {
  const startedAt = performance.now();
  const { status, stdout } = spawnSync(process.execPath, ['scripts/build-web.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('The web app cannot be built');
  const seconds = (performance.now() - startedAt) / 1000;
  const [, all = ''] = /for all screens: ([^;]+);/.exec(stdout) ?? [];
  const screens = [...stdout.matchAll(/(?:: |, )([A-Z]?[a-z ]+) ([\d.]+) \(styles/g)];
  return [
    { name: 'web, build', value: seconds, unit: 's', atMost: 3 },
    ...[...all.matchAll(/(\w+) ([\d.]+)/g)].map(
      ([, language, kilobytes]) =>
        ({
          name: `web, all screens with Brotli (${language})`,
          value: Number(kilobytes),
          unit: 'KB',
          atMost: 350,
        }) as const,
    ),
    ...screens.map(
      ([, screen, kilobytes]) =>
        ({
          name: `web, first load of ${screen}`,
          value: Number(kilobytes),
          unit: 'KB',
          atMost: 95,
        }) as const,
    ),
  ];
}

/**
 * Opens the list again and again, in a browser as a person has it: what was loaded and compiled is kept in a folder, and the app by
 * its service worker.
 */
async function measureStart(settings: Settings): Promise<ProcessFigure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-bench-profile-'));
  const context = await openBrowserWithProfile(folder, { baseURL: settings.origin, viewport });
  try {
    const page = await openPageIn(context, settings);
    return [
      {
        name: 'web, p95 of opening the list again',
        value: percentile(await timeStarts(page, settings), 0.95),
        unit: 'ms',
        atMost: 400,
      },
    ];
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeStarts(page: Page, { project }: Settings): Promise<number[]> {
  // Code for the page, as text: its types are not those of Node.
  const untilShown = `new Promise((resolve) => {
    const frame = () => {
      if (!document.querySelector('[role=grid] a')) return requestAnimationFrame(frame);
      scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' });
    };
    frame();
  })`;
  await page.goto(`/p/${project}/list`, { waitUntil: 'commit' });
  await page.evaluate(untilShown);
  // Rows are saved some seconds after they are loaded, and the service worker loads the rest of the app.
  await setTimeout(5_000);
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    await page.goto('about:blank');
    // Nobody opens the app again at once: meanwhile the browser ends the process of the last page and starts the next one.
    await setTimeout(2_000);
    await page.goto(`/p/${project}/list`, { waitUntil: 'commit' });
    times.push(await page.evaluate<number>(untilShown));
  }
  return times;
}

async function measureScrolling(
  { page }: Bench,
  address: string,
  what: string,
  atMost: number,
): Promise<ProcessFigure[]> {
  await page.goto(address);
  const grid = page.getByRole('grid', { name: 'Tickets' });
  await grid.getByRole('link').first().waitFor();
  await grid.hover();
  return frameFigures(what, await scrolledFrameTimes(page), { atMost });
}

/** What the browser itself takes on this machine: the same turns of the wheel over as many rows without script or style. */
async function measureScrollingFloor({ page }: Bench): Promise<ProcessFigure[]> {
  await page.goto('about:blank');
  // As many as fit into the way that is scrolled and the window.
  const rows = Math.ceil((scrolledTurns * scrolledPx + viewport.height) / plainRowPx);
  await page.evaluate(`document.body.append(...Array.from({ length: ${rows} }, (_, index) => {
    const row = document.createElement('div');
    row.style.height = '${plainRowPx}px';
    row.textContent = 'Row ' + index;
    return row;
  }))`);
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  return frameFigures('scrolling plain rows (floor)', await scrolledFrameTimes(page));
}

async function scrolledFrameTimes(page: Page): Promise<number[]> {
  const frames = page.evaluate<number[]>(`new Promise((resolve) => {
    const times = [];
    let last = performance.now();
    const frame = (now) => {
      times.push(now - last);
      last = now;
      if (times.length < ${scrolledFrames}) requestAnimationFrame(frame);
      else resolve(times.slice(5));
    };
    requestAnimationFrame(frame);
  })`);
  for (let turn = 0; turn < scrolledTurns; turn++) await page.mouse.wheel(0, scrolledPx);
  return frames;
}

const frameFigures = (what: string, times: number[], mark?: { atMost: number }): ProcessFigure[] => [
  { name: `web, p95 of a frame while ${what}`, value: percentile(times, 0.95), unit: 'ms', ...mark },
  {
    name: `web, longest frame while ${what}`,
    value: Math.max(...times),
    unit: 'ms',
    ...(mark && { atMost: 100 }),
  },
];

/** From the request of somebody else to the frame that shows it. */
async function measureOthersChange({ page, project }: Bench, { origin, cookie }: Settings) {
  const api = createClient({ baseUrl: origin, cookie });
  const times: number[] = [];
  await page.goto(`/p/${project}/board`);
  const first = page.getByRole('list', { name: 'To do', exact: true }).getByRole('link').first();
  for (let round = 0; round < starts; round++) {
    await first.waitFor();
    const key = (await first.getAttribute('aria-label'))?.split(' ')[0] ?? '';
    const startedAt = performance.now();
    await Promise.all([
      api.changeStatus({ params: { id: key }, body: { status: 'in_review' } }),
      // Where it comes to lie may be out of sight.
      page
        .getByRole('list', { name: 'To do', exact: true })
        .getByRole('link', { name: `${key} ` })
        .waitFor({ state: 'hidden' }),
    ]);
    times.push(performance.now() - startedAt);
  }
  return [
    {
      name: "web, p95 of another's change",
      value: percentile(times, 0.95),
      unit: 'ms',
      atMost: 500,
    } as const,
  ];
}

const lapFigures = (name: string, laps: Lap[], atMostMs: number): ProcessFigure[] => [
  {
    name: `web, p95 of "${name}"`,
    value: percentile(
      laps.map(({ wallMs }) => wallMs),
      0.95,
    ),
    unit: 'ms',
    atMost: atMostMs,
  },
  {
    name: `web, p50 of the processor time of "${name}"`,
    value: percentile(
      laps.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
    unit: 'ms',
  },
];

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
