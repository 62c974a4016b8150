import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { OwnField } from '../../sdk/index.ts';
import { verbKeys } from '../../web/tickets/verbs/verb-keys.ts';
import { eventually } from '../support/eventually.ts';
import type { BrowserWindow } from './support/browser.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';

const menu = (page: Page) => page.getByRole('menu', { name: 'Ticket actions' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const rows = (page: Page) => page.locator('[role="row"][data-id]');
const focusedKey = async (page: Page) =>
  String(await page.evaluate('document.activeElement?.querySelector?.("a")?.getAttribute("href")')).replace(
    '/t/',
    '',
  );

async function openList(page: Page): Promise<void> {
  await page.goto('/p/PAY/list');
  await rows(page).nth(2).waitFor();
  await page.keyboard.press('j');
  await page.locator('.ticket-row-active').waitFor();
}

/** What answers a right click is loaded after the first screen. */
const rightClick = (page: Page, locator: Locator) =>
  eventually(async () => {
    await locator.click({ button: 'right' });
    await menu(page).waitFor({ timeout: 1_000 });
  });

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'detached' });
}

/** Records what appears: popups and dialogs by their names, toasts by their texts, and text fields that get the focus. */
const record = `
  window.appeared = [];
  const note = (element) => {
    const name = element.getAttribute('aria-label') ?? element.querySelector('.dialog-title, .toast-text')?.textContent ?? '';
    const kind = document.querySelector('.menu[aria-label="Ticket actions"]') ? 'sub-menu' : element.classList[0];
    if (name !== 'Ticket actions') window.appeared.push(kind + ': ' + name);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll('*')])
            if (one.matches('.popup, .dialog, .toast')) note(one);
  }).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', ({ target }) => {
    if (target.matches('textarea, .rich-field')) window.appeared.push('focus: text');
  });
`;

interface OfferedVerb {
  id: string;
  name: string;
  keys: string | undefined;
  /** The verb whose sub-menu has it. */
  parent?: string;
  opensSubMenu: boolean;
}

/** The verbs of the open menu and of its sub-menus. */
async function listVerbs(page: Page): Promise<OfferedVerb[]> {
  const read = (parent?: string) =>
    page
      .locator('.menu')
      .last()
      .locator('[data-verb]')
      .evaluateAll(
        (items, of) =>
          items.map((item) => ({
            id: item.getAttribute('data-verb') ?? '',
            name: item.querySelector('.menu-item-text')?.textContent ?? '',
            opensSubMenu: item.hasAttribute('aria-haspopup'),
            ...(of !== undefined && { parent: of }),
          })),
        parent,
      );
  const withSub = await menu(page)
    .locator('[data-verb][aria-haspopup]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-verb') ?? ''));
  const below: Awaited<ReturnType<typeof read>> = [];
  for (const id of withSub) {
    await menu(page).locator(`[data-verb="${id}"]`).press('ArrowRight');
    await page.locator('.popup').nth(1).waitFor();
    // Most open a picker, which has no verbs.
    if ((await page.locator('.menu').count()) > 1) below.push(...(await read(id)));
    await page.keyboard.press('ArrowLeft');
    await page.locator('.popup').nth(1).waitFor({ state: 'detached' });
  }
  // Last: some verbs come when the menu is open, once what they need is loaded.
  const top = await read();
  await closeMenu(page);
  return [...top, ...below].map((verb) => ({
    ...verb,
    keys: (verbKeys as Partial<Record<string, string>>)[verb.id],
  }));
}

const ways: Record<'menu' | 'palette' | 'key', (page: Page, verb: OfferedVerb) => Promise<void>> = {
  // By keys and with the pointer out of the way: if it rests on an item, the sub-menu of that opens.
  menu: async (page, { id, parent }) => {
    await page.mouse.move(0, 0);
    await page.keyboard.press('.');
    if (parent) await menu(page).locator(`[data-verb="${parent}"]`).press('ArrowRight');
    await page.locator(`.menu [data-verb="${id}"]`).last().press('Enter');
  },
  palette: async (page, { id, name }) => {
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(name);
    await palette(page).locator(`[data-verb="${id}"]`).click();
  },
  key: async (page, { keys = '' }) => page.keyboard.press(keys),
};

/** Runs a verb in every way that it has. In each, the same must appear; then it is undone. */
async function tryVerb({ page, settle }: BrowserWindow, verb: OfferedVerb): Promise<void> {
  const { pathname } = new URL(page.url());
  const outcomes: Record<string, unknown> = {};
  for (const [way, run] of Object.entries(ways)) {
    if (way === 'key' && verb.keys === undefined) continue;
    await page.evaluate('window.appeared = []');
    await run(page, verb);
    await eventually(async () => {
      const seen = ((await page.evaluate('window.appeared')) ?? []) as string[];
      // A sub-menu is the way to the verbs in it, and opens below the pointer while the menu takes its place.
      const appeared = seen.filter((one) => verb.opensSubMenu || !one.startsWith('sub-menu'));
      const path = new URL(page.url()).pathname;
      assert.ok(appeared.length > 0 || path !== pathname, `${verb.id} did nothing by ${way}`);
      // After a ticket was deleted, the next one is active.
      outcomes[way] = {
        appeared: appeared[0]?.replace('sub-menu', 'popup').replace(/PAY-\d+/, 'KEY'),
        path: path.replace(/PAY-\d+/, 'KEY'),
      };
    });
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    if (await undo.first().isVisible()) {
      await page.evaluate('window.appeared = []');
      await undo.first().click();
      // Only these two tell what was taken back, once the server has answered.
      if (verb.id.endsWith('subscribe'))
        await eventually(async () =>
          assert.ok(await page.evaluate('window.appeared.some((one) => one.startsWith("toast"))')),
        );
    }
    // What it still tells must not be taken for what comes next, nor its Undo be pressed then.
    await settle();
    await page.evaluate(
      'document.querySelectorAll(".toast > button:last-child").forEach((close) => close.click())',
    );
    await page.locator('.toast').first().waitFor({ state: 'detached' });
    for (let left = 3; left > 0 && (await page.locator('.popup, .dialog').count()) > 0; left--)
      await page.keyboard.press('Escape');
    await page.locator('.popup, .dialog').first().waitFor({ state: 'detached' });
    await page.evaluate(
      'document.activeElement?.matches("textarea, .rich-field") && document.activeElement.blur()',
    );
    if (new URL(page.url()).pathname !== pathname) {
      // Loaded anew, so that the page that was opened leaves nothing that changes what is offered.
      await openList(page);
      await page.evaluate(record);
    }
  }
  for (const [way, outcome] of Object.entries(outcomes))
    assert.deepEqual(outcome, outcomes.menu, `${verb.id} does something else by ${way}`);
}

describeJourneys('Verbs on tickets', (journey) => {
  journey('every verb does the same by menu, palette and key', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: project } = await api.getProject({ params: { id: 'PAY' } });
    await api.updateProject({ params: { id: project.id }, body: { estimateUnit: 'points' } });
    await api.createGroup({ body: { projectId: project.id, name: 'Version 2', kind: 'milestone' } });
    const window = await open('ada');
    const { page, context } = window;
    await context.grantPermissions(['clipboard-write', 'clipboard-read']);
    await openList(page);
    await page.evaluate(record);
    await page.keyboard.press('.');
    const onRow = await listVerbs(page);
    for (const verb of onRow) await tryVerb(window, verb);

    await page.keyboard.press('o');
    await page.getByRole('region', { name: 'Comments' }).waitFor();
    await page.keyboard.press('.');
    const onOpen = await listVerbs(page);
    const known = new Set(onRow.map(({ id }) => id));
    for (const verb of onOpen.filter(({ id }) => !known.has(id))) await tryVerb(window, verb);

    // The journeys of triage try what only a ticket there can do.
    await api.updateProject({ params: { id: project.id }, body: { triage: true } });
    await team.builder.api.createTicket({ body: { title: 'From an agent', projectId: 'PAY' } });
    await page.goto('/p/PAY/triage');
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await page.keyboard.press('.');
    const inTriage = await listVerbs(page);

    const body = { title: 'Waits for a review', projectId: 'PAY', status: 'in_review' } as const;
    const { data: reviewed } = await api.createTicket({ body });
    await page.goto(`/t/${reviewed.key}`);
    await page.getByRole('region', { name: 'Reviews' }).waitFor();
    await page.evaluate(record);
    await page.keyboard.press('.');
    const inReview = await listVerbs(page);
    for (const verb of inReview.filter(({ id }) => ['approve', 'requestChanges', 'reviewers'].includes(id)))
      await tryVerb(window, verb);

    const tried = new Set([...onRow, ...onOpen, ...inTriage, ...inReview].map(({ id }) => id));
    assert.deepEqual(
      Object.keys(verbKeys).filter((id) => !tried.has(id)),
      [],
      'verbs with a key that no menu offers',
    );
    assert.ok(tried.size >= 26, `only ${[...tried].join(', ')}`);
  });

  journey('j, Ctrl K, “assign”, a name: the active row is assigned', async ({ open, team }) => {
    const { page } = await open('ben');
    await openList(page);
    const key = await focusedKey(page);
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('group', { name: key }).waitFor();
    await page.keyboard.type('assign');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Assignee' }).waitFor();
    await page.keyboard.type('chiara');
    await page.keyboard.press('Enter');
    await page.getByText(`Assigned ${key} to Chiara Rossi`).waitFor();
    await eventually(async () => {
      const { data } = await team.people.ben.api.getTicket({ params: { id: key } });
      assert.equal(data.assignee?.name, 'Chiara Rossi');
    });
    assert.equal(await focusedKey(page), key, 'the focus returns to the row');

    // The verb that was used comes first without a text.
    await page.keyboard.press('Control+k');
    const first = palette(page).getByRole('option').first();
    await first.and(palette(page).locator('[data-verb="assignee"]')).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });

    // The selection comes before the active row. A copy that another journey left may have the highest priority, too.
    await page.keyboard.press('x');
    await page.locator('[role="row"][aria-selected="true"]').waitFor();
    await page.keyboard.press('Shift+j');
    await page.locator('[role="row"][aria-selected="true"]').nth(1).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('group', { name: '2 tickets' }).waitFor();
    await page.keyboard.type('priority');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Priority' }).fill('lowest');
    await page.keyboard.press('Enter');
    await page.getByText('Set the priority of 2 tickets to Lowest').waitFor();
    await page.keyboard.press('Control+z');
  });

  journey(
    'own fields are set by palette and menu, on a row, a selection and an open ticket',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const { data: project } = await api.getProject({ params: { id: 'PAY' } });
      const add = async (name: string, type: OwnField['type'], options?: { name: string }[]) =>
        (
          await api.createField({
            params: { id: project.id },
            body: { name, type, ...(options && { options }) },
          })
        ).data;
      const customer = await add('Customer', 'select', [{ name: 'Acme' }, { name: 'Globex' }]);
      const regions = await add('Regions', 'multi_select', [{ name: 'North' }, { name: 'South' }]);
      const typed = [
        { field: await add('Cost', 'number'), text: '12,5', value: 12.5, said: '12.5' },
        { field: await add('Contract', 'text'), text: 'C-17', value: 'C-17', said: 'C-17' },
        {
          field: await add('Page', 'url'),
          text: 'https://docket.test/a',
          value: 'https://docket.test/a',
          said: 'https://docket.test/a',
        },
        { field: await add('Contact', 'person'), text: 'chiara', value: undefined, said: 'Chiara Rossi' },
        { field: await add('Signed', 'checkbox'), text: 'yes', value: true, said: 'Yes' },
      ];
      const read = async (key: string) => (await api.getTicket({ params: { id: key } })).data.fields ?? {};
      const { page } = await open('ben');
      await openList(page);
      const key = await focusedKey(page);
      const choose = async (field: string, text: string) => {
        await page.keyboard.press('Control+k');
        await palette(page).getByRole('combobox').fill(`change ${field.toLowerCase()}`);
        await palette(page)
          .getByRole('option', { name: `Change ${field}…` })
          .waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('combobox', { name: field }).fill(text);
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('Enter');
      };
      for (const { field, text, value, said } of typed) {
        await choose(field.name, text);
        await page.getByText(`${field.name} of ${key}: ${said}`).waitFor();
        if (value !== undefined)
          await eventually(async () => assert.equal((await read(key))[field.id], value));
      }

      // The selection, and undone in one step.
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+j');
      await choose('Customer', 'globex');
      await page.getByText('Customer of 2 tickets: Globex').waitFor();
      const globex = customer.options[1]?.id;
      await eventually(async () => assert.equal((await read(key))[customer.id], globex));
      await page.keyboard.press('Control+z');
      await eventually(async () => assert.equal((await read(key))[customer.id] ?? null, null));
      await page.keyboard.press('Escape');

      // The menu of the open ticket, whose options toggle.
      await page.goto(`/t/${key}`);
      await page.getByRole('region', { name: 'Comments' }).waitFor();
      await page.keyboard.press('.');
      await menu(page).getByRole('menuitem', { name: 'Regions' }).click();
      for (const name of ['North', 'South']) await page.getByRole('option', { name }).click();
      await eventually(async () =>
        assert.deepEqual(
          (await read(key))[regions.id],
          regions.options.map(({ id }) => id),
        ),
      );
      await page.getByRole('option', { name: 'North' }).click();
      await eventually(async () => assert.deepEqual((await read(key))[regions.id], [regions.options[1]?.id]));
      for (const { field } of typed)
        await api.archiveField({ params: { id: project.id, fieldId: field.id } });
      for (const { id: fieldId } of [customer, regions])
        await api.archiveField({ params: { id: project.id, fieldId } });
    },
  );

  journey('a right click opens the menu of what was clicked', async ({ open }) => {
    const { page } = await open('ben');
    await openList(page);
    const keyOf = async (index: number) =>
      (await rows(page).nth(index).locator('a').first().getAttribute('href'))?.replace('/t/', '') ?? '';
    const key = await keyOf(3);
    await rightClick(page, rows(page).nth(3));
    await menu(page).getByText(key, { exact: true }).waitFor();

    // A sub-menu is filtered by typing; Escape returns to its item, then to the row.
    await menu(page).getByRole('menuitem', { name: 'Status' }).hover();
    const status = page.getByRole('combobox', { name: 'Status' });
    await status.waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'ticket-menu');
    await page.keyboard.press('Escape');
    await status.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.dataset.verb'), 'status');
    await page.keyboard.press('ArrowRight');
    await status.fill('to do');
    await page.keyboard.press('Enter');
    await page.getByText(`Moved ${key} to To do`).waitFor();
    await menu(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');

    // On a selected row it acts on the selection, on another one on that alone.
    const boxes = page.getByRole('checkbox', { name: /^Select PAY-/ });
    for (const index of [0, 1, 2]) await boxes.nth(index).click();
    await rightClick(page, rows(page).nth(1));
    await menu(page).getByText('3 tickets', { exact: true }).waitFor();
    assert.equal(await menu(page).getByRole('menuitem', { name: 'Open as page' }).count(), 0);
    await closeMenu(page);
    const other = await keyOf(4);
    await rightClick(page, rows(page).nth(4));
    await menu(page).getByText(other, { exact: true }).waitFor();
    await closeMenu(page);
    await page.keyboard.press('Escape');

    // With Shift or Ctrl the menu is the browser's.
    await page.evaluate(
      'addEventListener("contextmenu", (event) => { window.last = event.defaultPrevented; event.preventDefault(); })',
    );
    for (const modifier of ['Shift', 'Control'] as const) {
      await rows(page)
        .nth(2)
        .click({ button: 'right', modifiers: [modifier] });
      assert.equal(await page.evaluate('window.last'), false, modifier);
    }
    await rows(page).nth(2).click({ button: 'right' });
    assert.equal(await page.evaluate('window.last'), true);
    await closeMenu(page);

    for (const keys of ['ContextMenu', 'Shift+F10']) {
      await page.keyboard.press(keys);
      await menu(page).waitFor();
      assert.match(String(await page.evaluate('document.activeElement.role')), /^menuitem/);
      await closeMenu(page);
    }
  });

  journey('every place that shows a ticket has its menu', async ({ open, team }) => {
    const { api } = team.people.ada;
    const create = async (title: string, more = {}) =>
      (await api.createTicket({ body: { projectId: 'PAY', title, ...more } })).data;
    const parent = await create('Parent of menus', { description: 'A [link](/t/PAY-3) in text' });
    const child = await create('Child of menus', { parentId: parent.id, dueDate: new Date().toISOString() });
    const other = await create('Relation of menus');
    await api.addRelation({ params: { id: parent.id }, body: { kind: 'relates', ticketId: other.id } });
    const { page } = await open('ada');
    const expectMenu = async (key: string | null | undefined) => {
      await menu(page)
        .getByText(key ?? '', { exact: true })
        .waitFor();
      await closeMenu(page);
    };
    await page.goto(`/t/${parent.key}`);
    for (const one of [child, other]) {
      await rightClick(page, page.getByRole('link', { name: one.title }));
      await expectMenu(one.key);
    }
    await page.evaluate(
      'addEventListener("contextmenu", (event) => { window.last = event.defaultPrevented; })',
    );
    await page.locator('.markdown').getByRole('link', { name: 'link' }).click({ button: 'right' });
    assert.equal(await page.evaluate('window.last'), false, 'a link in text keeps the menu of the browser');

    await page.goto('/p/PAY/board');
    await rightClick(page, page.locator('[data-card]').first());
    await menu(page).getByRole('menuitem', { name: 'Move to…' }).waitFor();
    await closeMenu(page);
    await page.goto('/search?search=menus');
    await rightClick(page, page.getByRole('link', { name: /Child of menus/ }));
    await expectMenu(child.key);
    await page.goto('/p/PAY/calendar');
    await rightClick(page, page.locator('[data-ticket]').filter({ hasText: 'Child of menus' }));
    await expectMenu(child.key);
    await page.goto('/p/PAY/timeline');
    await rightClick(page, page.locator('[data-id] a[href^="/t/"]').first());
    await menu(page).getByRole('menuitem', { name: 'Status' }).waitFor();
    await closeMenu(page);
    await page.goto('/inbox');
    const entry = page.locator('main a[href^="/t/"]').first();
    const inboxKey = (await entry.getAttribute('href'))?.replace(/^\/t\/|[?#].*/g, '');
    await rightClick(page, entry);
    await expectMenu(inboxKey);
  });

  journey('people who may only look see only what they may do', async ({ open }) => {
    const { page } = await open('vera');
    await openList(page);
    await rightClick(page, rows(page).first());
    const offered = await menu(page)
      .locator('[data-verb]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-verb')));
    assert.deepEqual(offered, ['openPage', 'remind', 'subscribe', 'unsubscribe', 'copyAs']);
    await closeMenu(page);
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('assign');
    await eventually(async () => assert.equal(await palette(page).locator('[data-verb]').count(), 0));
  });

  journey('a long press on a phone opens the menu, on a board too if nothing moved', async ({ open }) => {
    const { page } = await open('chiara', { phone: true });
    const touch = await page.context().newCDPSession(page);
    const press = async (box: { x: number; y: number } | null) => {
      assert.ok(box);
      const touchPoints = [{ x: box.x + 60, y: box.y + 12 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    };
    const lift = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.goto('/p/PAY/list');
    await rows(page).nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('.');
    await menu(page).waitFor();
    await closeMenu(page);
    await press(await rows(page).nth(1).boundingBox());
    await menu(page).waitFor();
    await lift();
    await menu(page).getByRole('menuitem', { name: 'Select or deselect' }).click();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();

    await page.goto('/p/PAY/board');
    await page.locator('[data-card]').first().waitFor();
    await page.locator('[data-card]').first().scrollIntoViewIfNeeded();
    await press(await page.locator('[data-card]').first().boundingBox());
    await page.locator('.ticket-lifted').waitFor();
    await lift();
    await menu(page).getByRole('menuitem', { name: 'Move to…' }).waitFor();
  });
});
