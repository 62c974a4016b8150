import type { Locator, Page } from 'playwright-core';
import { settle } from '../../test/web/support/settle.ts';
import { type Lap, limitMs, type Stopwatch } from './stopwatch.ts';

export interface Bench {
  page: Page;
  watch: Stopwatch;
  /** The key of the project whose tickets are shown. */
  project: string;
}

export interface Interaction {
  name: string;
  atMostMs: number;
  /** Where it starts. */
  prepare: (bench: Bench) => Promise<void>;
  round: (bench: Bench, index: number) => Promise<Lap>;
  /** Brings the page back to where the round began. */
  restore?: (bench: Bench) => Promise<void>;
}

const drawer = `document.querySelector('[role=dialog][data-keys=through]')`;
const combobox = `document.querySelector('[role=combobox]')`;
const newTicket = `document.querySelector('[role=dialog]')`;
/** In the list, newest first, behind a dialog that is closing. */
const rowOf = (title: string) =>
  `[...document.querySelectorAll('[role=grid] a')].some((link) => link.textContent.includes(${JSON.stringify(title)}))`;
const linksIn = (column: string) => `[...document.querySelectorAll('ul[aria-label="${column}"] a')]`;
/** By its address, because titles repeat. */
const cardIn = (column: string, address: string) =>
  `${linksIn(column)}.some((link) => link.getAttribute('href') === ${JSON.stringify(address)})`;

/** A new page first shows what the last one saved; what has changed since comes with the events a moment later. */
const openList = async ({ page, project }: Bench, search = '') => {
  await page.goto(`/p/${project}/list${search}`);
  await rows(page).first().waitFor();
  await settle(page);
};
const openBoard = async ({ page, project }: Bench) => {
  await page.goto(`/p/${project}/board`);
  await cards(page, 'To do').first().waitFor();
  await settle(page);
};
const rows = (page: Page) => page.getByRole('grid', { name: 'Tickets' }).getByRole('link');
const cards = (page: Page, column: string) =>
  page.getByRole('list', { name: column, exact: true }).getByRole('link');
const firstAddress = async (page: Page) => (await cards(page, 'To do').first().getAttribute('href')) ?? '';
/** Not `waitForFunction`: the Content-Security-Policy of the app refuses how it evaluates text. */
const until = (page: Page, expression: string) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const endsAt = performance.now() + ${limitMs};
    const frame = () => {
      if (${expression}) return resolve();
      if (performance.now() > endsAt) return reject(new Error('Never true: ' + ${JSON.stringify(expression)}));
      requestAnimationFrame(frame);
    };
    frame();
  })`);
const isClosed = (page: Page, expression: string) => until(page, `!${expression}`);
const press = (page: Page, keys: string) => () => page.keyboard.press(keys);
/** A person points and presses before they release, which opens; the driver would send all three in one moment. */
const pressMouse = async (target: Locator) => {
  const page = target.page();
  await target.hover();
  await page.mouse.down();
  await settle(page);
  return () => page.mouse.up();
};

/** What must feel instant. `measure-web.ts` adds the start, scrolling and the change of somebody else. */
export const interactions: Interaction[] = [
  {
    name: 'open a ticket',
    atMostMs: 50,
    prepare: openList,
    round: async ({ page, watch }, index) =>
      watch.lap(await pressMouse(rows(page).nth(index % 10)), `${drawer}?.querySelector('h1, h2')`),
    restore: async ({ page }) => {
      await page.keyboard.press('Escape');
      await isClosed(page, drawer);
    },
  },
  {
    name: 'open a ticket, with its text',
    atMostMs: 200,
    prepare: openList,
    round: ({ page, watch }, index) =>
      watch.lap(
        () =>
          rows(page)
            .nth(10 + (index % 10))
            .click(),
        `${drawer}?.querySelector('[aria-label="Comments"]')`,
      ),
    restore: async ({ page }) => {
      await page.keyboard.press('Escape');
      await isClosed(page, drawer);
    },
  },
  {
    name: 'next ticket in the drawer',
    atMostMs: 50,
    prepare: async (bench) => {
      await openList(bench);
      await rows(bench.page).first().click();
      await until(bench.page, drawer);
    },
    round: async ({ page, watch }) => {
      const before = await page.evaluate<string>(`${drawer}.getAttribute('aria-label')`);
      return watch.lap(
        press(page, ']'),
        `${drawer}?.getAttribute('aria-label') !== ${JSON.stringify(before)}`,
      );
    },
  },
  {
    name: 'change a status',
    atMostMs: 50,
    prepare: openBoard,
    round: async ({ page, watch }) => {
      const address = await firstAddress(page);
      await cards(page, 'To do').first().focus();
      return watch.lap(press(page, 'Shift+ArrowRight'), cardIn('In progress', address));
    },
  },
  {
    name: 'undo',
    atMostMs: 50,
    prepare: openBoard,
    round: async ({ page, watch }) => {
      const address = await firstAddress(page);
      await cards(page, 'To do').first().focus();
      await page.keyboard.press('Shift+ArrowRight');
      await until(page, cardIn('In progress', address));
      return watch.lap(press(page, 'Control+z'), cardIn('To do', address));
    },
  },
  {
    name: 'drop a card',
    atMostMs: 50,
    prepare: openBoard,
    round: async ({ page, watch }) => {
      const address = await firstAddress(page);
      const from = await cards(page, 'To do').first().boundingBox();
      const to = await cards(page, 'In progress').first().boundingBox();
      if (!from || !to) throw new Error('The board shows no cards');
      await page.mouse.move(from.x + 20, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 10);
      await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
      return watch.lap(() => page.mouse.up(), cardIn('In progress', address));
    },
  },
  {
    name: 'open the palette',
    atMostMs: 50,
    prepare: openList,
    round: ({ page, watch }) => watch.lap(press(page, 'Control+k'), combobox),
    restore: async ({ page }) => {
      await page.keyboard.press('Escape');
      await isClosed(page, combobox);
    },
  },
  {
    name: 'a letter in the palette',
    atMostMs: 50,
    prepare: async (bench) => {
      await openList(bench);
      await bench.page.keyboard.press('Control+k');
      await until(bench.page, combobox);
    },
    round: async ({ page, watch }, index) => {
      const letter = 'the report'[index % 10] ?? 'e';
      if (index % 10 === 0) await page.getByRole('combobox').fill('');
      const value = `${await page.getByRole('combobox').inputValue()}${letter}`;
      return watch.lap(
        () => page.keyboard.type(letter),
        `${combobox}.value === ${JSON.stringify(value)} && document.querySelector('[role=option]')`,
      );
    },
  },
  {
    name: 'a letter in the filter',
    atMostMs: 100,
    prepare: async (bench) => {
      await openList(bench);
      await bench.page.keyboard.press('/');
      await until(bench.page, `document.activeElement.matches('input')`);
    },
    round: async ({ page, watch }, index) => {
      if (index % 6 === 0) await page.keyboard.press('Control+a');
      const letter = 'report'[index % 6] ?? 'e';
      const value = 'report'.slice(0, (index % 6) + 1);
      return watch.lap(
        () => page.keyboard.type(letter),
        `document.activeElement.value === ${JSON.stringify(value)}`,
      );
    },
  },
  {
    name: 'from list to board',
    atMostMs: 100,
    prepare: async (bench) => {
      await openBoard(bench);
      await bench.page.getByRole('link', { name: 'List', exact: true }).first().click();
      await rows(bench.page).first().waitFor();
    },
    round: async ({ page, watch }) =>
      watch.lap(
        await pressMouse(page.getByRole('link', { name: 'Board', exact: true }).first()),
        `${linksIn('To do')}.length > 0`,
      ),
    restore: async ({ page }) => {
      await page.getByRole('link', { name: 'List', exact: true }).first().click();
      await rows(page).first().waitFor();
    },
  },
  {
    name: 'open the form of a new ticket',
    atMostMs: 50,
    prepare: openList,
    round: ({ page, watch }) => watch.lap(press(page, 'c'), newTicket),
    restore: async ({ page }) => {
      await page.keyboard.press('Escape');
      await isClosed(page, newTicket);
    },
  },
  {
    name: 'save a new ticket',
    atMostMs: 50,
    prepare: (bench) => openList(bench, '?sort=createdAt&order=desc&groupBy=none'),
    round: async ({ page, watch }, index) => {
      await page.keyboard.press('c');
      await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Title').fill(`Measured ${index}`);
      return watch.lap(press(page, 'Control+Enter'), rowOf(`Measured ${index}`));
    },
    restore: async ({ page }) => {
      await isClosed(page, newTicket);
    },
  },
];
