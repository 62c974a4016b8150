import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { writtenText } from './support/written-text.ts';

/** What browsers log when a request does not reach the server. */
const unreachable = [/net::ERR_/, /^request: /];

const field = (page: Page) => page.getByRole('textbox', { name: 'Description' });
const written = (page: Page) => writtenText(field(page));

async function newTicket({ people }: Team, description: string): Promise<string> {
  const body = { title: 'Written by two', projectId: 'PAY', description };
  return (await people.ada.api.createTicket({ body })).data.key as string;
}
const readDescription = async ({ people }: Team, id: string) =>
  (await people.ada.api.getTicket({ params: { id } })).data.description;

async function openTicket(page: Page, key: string): Promise<void> {
  await page.goto(`/t/${key}`);
  await page.getByRole('region', { name: 'Description' }).waitFor();
}

async function edit(page: Page): Promise<void> {
  await page.keyboard.press('Shift+E');
  await field(page).waitFor();
}

/** Waits until both have the same text with all of these in it. */
async function agree(pages: Page[], ...parts: string[]): Promise<string> {
  let text = '';
  await eventually(async () => {
    const [first = '', ...rest] = await Promise.all(pages.map(written));
    for (const other of rest) assert.equal(other, first);
    for (const part of parts) assert.equal(first.split(part).length, 2, `${part} once in ${first}`);
    text = first;
  });
  return text;
}

/** Keeps the answers that open the text from reaching the page until they are released. */
async function holdOpening(page: Page) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/texts\/description\/session$/, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { isAsked: asked.promise, release: () => released.resolve() };
}

describeJourneys('Together', (journey) => {
  journey('two people write one description at once, and neither loses a letter', async ({ open, team }) => {
    const key = await newTicket(team, 'Beginning. Middle. End.');
    const [ada, ben] = [await open('ada'), await open('ben')];
    ben.problems.expect(...unreachable);
    await openTicket(ada.page, key);
    await openTicket(ben.page, key);
    const alsoHere = ada.page.getByRole('list', { name: 'Also here' });
    await alsoHere.getByRole('img', { name: team.people.ben.name }).waitFor();

    await edit(ada.page);
    await ben.page.getByText(`${team.people.ada.name} is writing`).first().waitFor();
    await edit(ben.page);
    await ada.page.getByText(`${team.people.ben.name} is writing`).first().waitFor();
    await ada.page.keyboard.press('Control+Home');
    await Promise.all([
      ada.page.keyboard.type('Ada at the start. ', { delay: 15 }),
      ben.page.keyboard.type(' Ben at the end.', { delay: 15 }),
    ]);
    assert.equal(
      await agree([ada.page, ben.page], 'Beginning'),
      'Ada at the start. Beginning. Middle. End. Ben at the end.',
    );

    // At the same place.
    for (const { page } of [ada, ben]) await page.keyboard.press('Control+End');
    await Promise.all([
      ada.page.keyboard.type('aaaaaaaaaa', { delay: 20 }),
      ben.page.keyboard.type('bbbbbbbbbb', { delay: 20 }),
    ]);
    await eventually(async () => {
      const text = await agree([ada.page, ben.page]);
      const tail = text.slice(text.indexOf('at the end.') + 'at the end.'.length);
      assert.equal([...tail].sort().join(''), 'aaaaaaaaaabbbbbbbbbb');
    });

    // One reloads in the middle.
    await ben.page.keyboard.type(' typed before the reload');
    await ben.page.reload();
    await field(ben.page).waitFor();
    await ada.page.keyboard.type(' while Ben reloads');
    await agree([ada.page, ben.page], ' typed before the reload', ' while Ben reloads');

    // One is offline for a while.
    await ben.context.setOffline(true);
    await field(ben.page).focus();
    await ben.page.keyboard.press('Control+Home');
    await ben.page.keyboard.type('Typed on the train. ');
    await ada.page.keyboard.type(' Typed at the desk.');
    await ben.context.setOffline(false);
    const whole = await agree([ada.page, ben.page], 'Typed on the train. ', ' Typed at the desk.');

    // What all see is saved, and who still writes goes on.
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByRole('region', { name: 'Description' }).getByText('Typed on the train.').waitFor();
    await eventually(async () => assert.equal(await readDescription(team, key), whole));
    await field(ben.page).focus();
    await ben.page.keyboard.press('Control+Home');
    await ben.page.keyboard.type('Ben goes on. ');
    await ben.page.keyboard.press('Control+Enter');
    await eventually(async () => assert.equal(await readDescription(team, key), `Ben goes on. ${whole}`));
    await ada.page.getByRole('region', { name: 'Description' }).getByText('Ben goes on.').waitFor();
    await ada.page.getByText(`${team.people.ben.name} is writing`).waitFor({ state: 'hidden' });
  });

  journey('what is typed before the server has opened the text arrives once', async ({ open, team }) => {
    const key = await newTicket(team, 'Beginning.');
    const [ada, ben] = [await open('ada'), await open('ben')];
    await openTicket(ada.page, key);
    await edit(ada.page);
    await ada.page.keyboard.press('Control+End');
    let opening = await holdOpening(ben.page);
    await openTicket(ben.page, key);
    await edit(ben.page);
    await opening.isAsked;
    await ben.page.keyboard.press('Control+End');
    await ben.page.keyboard.type(' Typed early.');
    // Presence is a reason to send, and so is a word that is complete.
    await ada.page.getByText(`${team.people.ben.name} is writing`).first().waitFor();
    const input = await ben.context.newCDPSession(ben.page);
    await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await input.send('Input.insertText', { text: '日本' });
    await ben.page.keyboard.type('.');
    opening.release();
    assert.equal(await agree([ada.page, ben.page], 'Typed early'), 'Beginning. Typed early.日本.');

    await ben.page.keyboard.type(' Sent.');
    await agree([ada.page, ben.page], 'Sent');
    opening = await holdOpening(ben.page);
    await ben.page.reload();
    await field(ben.page).focus();
    await opening.isAsked;
    await ben.page.keyboard.press('Control+End');
    await ben.page.keyboard.type(' Typed after the reload.');
    await ada.page.keyboard.press('Control+Home');
    await ada.page.keyboard.type('Ada. ');
    opening.release();
    assert.equal(
      await agree([ada.page, ben.page], 'Ada', 'after the reload'),
      'Ada. Beginning. Typed early.日本. Sent. Typed after the reload.',
    );
  });

  journey('what is saved by another way appears in the open text', async ({ open, team }) => {
    const key = await newTicket(team, 'First line.\n\nLast line.');
    const { page } = await open('ben');
    await openTicket(page, key);
    await edit(page);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Typed.');
    await team.people.ada.api.updateTicket({
      params: { id: key },
      body: { description: 'First and changed line.\n\nLast line.' },
    });
    await agree([page], 'First and changed line.', 'Last line. Typed.');
    await page.keyboard.press('Control+Enter');
    await eventually(async () =>
      assert.equal(await readDescription(team, key), 'First and changed line.\n\nLast line. Typed.'),
    );
  });

  journey('who does not want to be shown is not; others are, at a project too', async ({ open, team }) => {
    const [ada, ben] = [await open('ada'), await open('ben')];
    await ada.page.goto('/p/PAY');
    await ben.page.goto('/p/PAY');
    const here = (page: Page, name: string) =>
      page.getByRole('list', { name: 'Also here' }).getByRole('img', { name });
    await here(ada.page, team.people.ben.name).waitFor();
    await here(ben.page, team.people.ada.name).waitFor();
    await ada.page.goto('/me/preferences');
    await here(ben.page, team.people.ada.name).waitFor({ state: 'hidden' });
    await ada.page.getByRole('switch', { name: 'Show others where I am' }).click();
    await ada.page.goto('/p/PAY');
    await here(ada.page, team.people.ben.name).waitFor();
    assert.equal(await here(ben.page, team.people.ada.name).count(), 0);
    await ada.page.goto('/me/preferences');
    await ada.page.getByRole('switch', { name: 'Show others where I am' }).click();
  });

  journey(
    'a text written offline is compared by words, and both are taken at once',
    async ({ open, team }) => {
      const key = await newTicket(team, 'Pay the invoice.\n\nThen close it.');
      // 360 px, where the versions are below each other.
      const { page, context, problems } = await open('ben', { phone: true });
      problems.expect(...unreachable, /412/);
      await openTicket(page, key);
      await edit(page);
      await context.setOffline(true);
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Tell Grace.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('region', { name: 'Description' }).getByText('Tell Grace.').waitFor();
      await team.people.ada.api.updateTicket({
        params: { id: key },
        body: { description: 'Pay the invoice today.\n\nThen close it.' },
      });
      await context.setOffline(false);
      await page.getByText(`${team.people.ada.name} changed this text while you were writing.`).waitFor();
      const theirs = page.getByRole('region', { name: `Version of ${team.people.ada.name}` });
      assert.deepEqual(
        (await theirs.locator('mark').allInnerTexts()).map((text) => text.trim()),
        ['today'],
      );
      assert.equal(
        await theirs
          .locator('mark')
          .first()
          .evaluate((mark) => getComputedStyle(mark).textDecorationLine),
        'underline',
      );
      const [first] = await page.locator('.text-conflict-actions').getByRole('button').allInnerTexts();
      assert.equal(first, 'Use both');
      await page.getByRole('button', { name: 'Use both' }).click();
      await eventually(async () =>
        assert.equal(
          await readDescription(team, key),
          'Pay the invoice today.\n\nThen close it. Tell Grace.',
        ),
      );
    },
  );
});
