import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { dueRuns } from '../support/rotation.ts';
import { describeJourneys } from './support/journey.ts';
import { settle } from './support/settle.ts';
import { visitScreens } from './support/visit-screens.ts';

// The key that assigns the active ticket comes first: `a` would open a popover that takes the other letters.
const alphabet = 'iabcdefghjklmnopqrstuvwxyz';
const openers = '[aria-haspopup]:not([disabled], [aria-disabled="true"])';
const popup = '.popup, .dialog';

describeJourneys('While a menu, popover or dialog is open', (journey) => {
  journey('typing the alphabet changes nothing behind it, whatever has the focus', async (given) => {
    const opened = new Set<string>();
    await visitScreens(given, { phone: false }, async (page) => {
      if (await page.getByRole('grid', { name: 'Tickets' }).isVisible()) await page.keyboard.press('j');
      for (const [name, index] of await listOpeners(page)) {
        if (opened.has(name)) continue;
        opened.add(name);
        // By a key: the tooltip of what was opened before may lie over it.
        await assertTypingChangesNothing(page, name, () => page.locator(openers).nth(index).press('Enter'));
      }
    });
    assert.ok(opened.size > dueRuns(40), `only ${opened.size} menus, popovers and dialogs were found`);
  });

  journey('a filter is chosen by its name and by its value, and no ticket changes', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(2).waitFor();
    await page.keyboard.press('j');
    const changes = recordChanges(page);
    await page.getByRole('button', { name: 'Add filter' }).click();
    const popover = page.getByRole('dialog', { name: 'Add filter' });
    await popover.getByRole('combobox', { name: 'Add filter' }).waitFor();
    await page.keyboard.type('assi');
    await page.keyboard.press('Enter');
    await popover.getByRole('combobox', { name: 'Assignee' }).waitFor();
    await page.keyboard.type('chiara');
    await page.keyboard.press('Enter');
    await page.waitForURL(/assignee=/);
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'hidden' });
    assert.deepEqual(changes(), []);
  });

  journey('a filter whose name is clicked takes what is typed', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(2).waitFor();
    for (const name of ['Assignee', 'Label']) {
      await page.keyboard.press('j');
      await assertTypingChangesNothing(page, name, async () => {
        await page.getByRole('button', { name: 'Add filter' }).click();
        await page.getByRole('dialog', { name: 'Add filter' }).getByText(name, { exact: true }).click();
      });
    }
  });
});

/** Opens it, types, takes the focus away and types again, then closes it. No request may have changed anything. */
async function assertTypingChangesNothing(
  page: Page,
  name: string,
  open: () => Promise<void>,
): Promise<void> {
  const { pathname } = new URL(page.url());
  const changes = recordChanges(page);
  await open();
  await page.locator(popup).first().waitFor();
  await page.keyboard.type(alphabet);
  await page.evaluate('document.activeElement?.blur()');
  await page.keyboard.type(alphabet);
  assert.equal(new URL(page.url()).pathname, pathname, `typing in ${name} led elsewhere`);
  for (let left = 4; left > 0 && (await page.locator(popup).count()) > 0; left--)
    await page.keyboard.press('Escape');
  const discard = page.getByRole('button', { name: /^Discard/ });
  if (await discard.isVisible()) await discard.click();
  await page.locator(popup).first().waitFor({ state: 'detached' });
  await settle(page);
  assert.deepEqual(changes(), [], `typing in ${name} changed something`);
}

/** Every different thing on the screen that opens something, with its place among all openers. */
async function listOpeners(page: Page): Promise<Map<string, number>> {
  const names: string[] = await page
    .locator(openers)
    .evaluateAll((all) =>
      all.map((one) =>
        one.checkVisibility() ? (one.getAttribute('aria-label') ?? one.textContent ?? '') : '',
      ),
    );
  // Those of the rows of a list differ only in what they are about.
  const kinds = names.map((name) => name.replaceAll(/[A-Z]+-\d+|\d+/g, '').trim());
  return new Map(kinds.map((kind, index) => [kind, index] as const).filter(([kind]) => kind !== ''));
}

/** The requests from now on that change something on the server. */
function recordChanges(page: Page): () => string[] {
  const requests: string[] = [];
  const listen = (request: { method(): string; url(): string }) => {
    const { pathname } = new URL(request.url());
    // A tab says by itself from time to time that it is still there.
    if (request.method() !== 'GET' && !/\/presence(?:\/|$)/.test(pathname))
      requests.push(`${request.method()} ${pathname}`);
  };
  page.on('request', listen);
  return () => {
    page.off('request', listen);
    return requests;
  };
}
