import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys, type Journey } from './support/journey.ts';

const dayPx = 14;
const rowOf = (page: Page, key: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: new RegExp(`^${key} `) }) });
const barOf = (page: Page, key: string) => rowOf(page, key).locator('.timeline-bar');
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const dueOf = async ({ team }: Pick<Journey, 'team'>, key: string) =>
  (await team.people.ada.api.getTicket({ params: { id: key } })).data.dueDate?.slice(0, 10) ?? '';

async function openTimeline(page: Page, address = '/p/PAY/timeline') {
  await page.goto(address);
  await page.getByRole('grid', { name: 'Timeline' }).waitFor();
}

/** Drags from a place near the end of a bar, or from its middle. */
async function dragBar(page: Page, bar: ReturnType<typeof barOf>, from: 'end' | 'middle', days: number) {
  const box = await bar.boundingBox();
  assert.ok(box);
  const x = box.x + (from === 'end' ? box.width - 4 : box.width / 2);
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (days * dayPx) / 2, y, { steps: 3 });
  await page.mouse.move(x + days * dayPx, y, { steps: 3 });
  await page.mouse.up();
}

describeJourneys('the timeline', (journey) => {
  journey(
    'Shift and an arrow move the due date of a ticket, and Undo takes it back',
    async ({ open, team }) => {
      const { page } = await open('ada');
      await openTimeline(page);
      const due = await dueOf({ team }, 'PAY-3');
      await rowOf(page, 'PAY-3').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByRole('status').getByText('PAY-3 is due on').first().waitFor();
      await page.keyboard.press('Shift+ArrowDown');
      await page
        .getByText(/^PAY-3 is due on/)
        .first()
        .waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'row');
      await eventually(async () => assert.equal(await dueOf({ team }, 'PAY-3'), dayAfter(due, 8)));
      await page.reload();
      await barOf(page, 'PAY-3').waitFor();
      await rowOf(page, 'PAY-3').focus();
      await page.keyboard.press('Shift+ArrowUp');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText(/^Undone: PAY-3 is due on/).waitFor();
    },
  );

  journey(
    'the end of a bar and the bar itself are dragged, a press opens the ticket',
    async ({ open, team }) => {
      const { page } = await open('ada');
      await openTimeline(page);
      const due = await dueOf({ team }, 'PAY-7');
      const { width } = (await barOf(page, 'PAY-7').boundingBox()) ?? { width: 0 };
      await dragBar(page, barOf(page, 'PAY-7'), 'end', 3);
      await page
        .getByText(/^PAY-7 is due on/)
        .first()
        .waitFor();
      await dragBar(page, barOf(page, 'PAY-7'), 'middle', -1);
      await page.waitForFunction(
        ([key, wanted]) =>
          [...document.querySelectorAll('[role=row]')].some(
            (row) =>
              row.textContent?.includes(key) &&
              Math.abs((row.querySelector('.timeline-bar')?.clientWidth ?? 0) - wanted) < 4,
          ),
        ['PAY-7', width + 2 * dayPx] as const,
      );
      assert.doesNotMatch(page.url(), /ticket=/);
      await barOf(page, 'PAY-7').click();
      await page.waitForURL(/ticket=PAY-7/);
      await page.getByRole('dialog').getByText('Let support refund').first().waitFor();
      await eventually(async () => assert.equal(await dueOf({ team }, 'PAY-7'), dayAfter(due, 2)));
    },
  );

  journey(
    'a cycle is moved as a whole and by its end, and Undo brings its dates back',
    async ({ open, team }) => {
      const { page } = await open('ada');
      await openTimeline(page);
      const { api } = team.people.ada;
      const readDates = async () => {
        const [group] = (await api.listGroups({ query: { project: 'PAY' } })).data;
        return [group?.startsAt, group?.endsAt].map((at) => at?.slice(0, 10) ?? '');
      };
      const [starts = '', ends = ''] = await readDates();
      const head = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Sprint 24/ }) });
      await dragBar(page, head.locator('.timeline-bar'), 'end', 2);
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      assert.deepEqual(await readDates(), [starts, dayAfter(ends, 2)]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => assert.deepEqual(await readDates(), [starts, ends]));
      await head.focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await eventually(async () =>
        assert.deepEqual(await readDates(), [dayAfter(starts, -1), dayAfter(ends, -1)]),
      );
      await head.hover();
      await head.getByRole('button', { name: 'Actions for Sprint 24' }).click();
      await page.getByRole('menuitem', { name: 'One week later' }).click();
      await eventually(async () =>
        assert.deepEqual(await readDates(), [dayAfter(starts, 6), dayAfter(ends, 6)]),
      );
    },
  );

  journey('zoom, day and grouping are in the address, which opens the same picture', async ({ open }) => {
    const { page } = await open('ben');
    await openTimeline(page);
    await page.getByText('Quarter', { exact: true }).click();
    await page.waitForURL(/zoom=quarter/);
    await page.getByRole('button', { name: 'Later dates' }).click();
    await page.waitForURL(/at=\d{4}-\d\d-\d\d/);
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Assignee' }).click();
    await page.waitForURL(/groupBy=assignee/);
    const heading = () => page.getByRole('region', { name: 'Timeline' }).getByRole('heading').textContent();
    const before = await heading();
    await page.reload();
    await page
      .getByRole('grid')
      .getByRole('button', { name: /^Ben Okafor/ })
      .waitFor();
    assert.equal(await heading(), before);
    // A bar that lies before these days is one press away.
    await page.getByRole('button', { name: 'Show the dates of PAY-2' }).click();
    await page.getByRole('button', { name: 'Show the dates of PAY-2' }).waitFor({ state: 'detached' });
  });

  journey('a bar moves by a long press on a phone, and a short touch scrolls', async ({ open, team }) => {
    const { page } = await open('ada', { phone: true });
    await openTimeline(page);
    const due = await dueOf({ team }, 'PAY-8');
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const box = await barOf(page, 'PAY-8').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width - 6, box.y + box.height / 2];
    await send('touchStart', x, y);
    await page.waitForFunction(() => document.querySelector('[data-dragged]'));
    await send('touchMove', x + dayPx, y);
    await send('touchMove', x + 2 * dayPx, y);
    await send('touchEnd');
    await page
      .getByText(/^PAY-8 is due on/)
      .first()
      .waitFor();
    await eventually(async () => assert.equal(await dueOf({ team }, 'PAY-8'), dayAfter(due, 2)));
  });

  journey('who may only look sees the bars and can drag none', async ({ open, team }) => {
    const { page } = await open('vera');
    await openTimeline(page);
    const due = await dueOf({ team }, 'PAY-10');
    await dragBar(page, barOf(page, 'PAY-10'), 'end', 3);
    await rowOf(page, 'PAY-10').focus();
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await page.locator('[data-bar]').count(), 0);
    assert.equal(await dueOf({ team }, 'PAY-10'), due);
  });
});
