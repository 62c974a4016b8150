import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';
import { writtenText } from './support/written-text.ts';

const field = (page: Page, name = 'Description') => page.locator('.rich-field').and(page.getByLabel(name));

async function addTicket({ people: { ada } }: Team, title: string, description?: string) {
  const { data } = await ada.api.createTicket({
    body: { title, projectId: 'PAY', ...(description !== undefined && { description }) },
  });
  return { id: data.id, key: data.key ?? '' };
}

async function readDescription({ people: { ada } }: Team, id: string): Promise<string | undefined> {
  const { data } = await ada.api.getTicket({ params: { id } });
  return data.description ?? undefined;
}

/** Opens the ticket and its description in the rich editor. */
async function openEditor(page: Page, key: string) {
  await page.goto(`/t/${key}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Comments' }).waitFor();
  await page.keyboard.press('Shift+E');
  await field(page).waitFor();
  return field(page);
}

describeJourneys('the editor', (journey) => {
  journey(
    'a text is written with marks, lists, undo and the / menu, and saved as Markdown',
    async ({ open, team }) => {
      const { id, key } = await addTicket(team, 'Written richly');
      const { page } = await open('ben');
      const text = await openEditor(page, key);
      await page.keyboard.type('# Plan');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Some words');
      assert.equal(await writtenText(text), '# Plan\nSome words');
      assert.match((await text.locator(':scope > div').first().getAttribute('class')) ?? '', /rich-h1/);
      await page.keyboard.press('Shift+Home');
      await page.keyboard.press('Control+b');
      assert.equal(await writtenText(text), '# Plan\n**Some words**');
      await page.keyboard.press('Control+z');
      assert.equal(await writtenText(text), '# Plan\nSome words');
      await page.keyboard.press('Control+Shift+Z');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('- one');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Tab');
      assert.equal(await writtenText(text), '# Plan\n**Some words**\n- one\n  - two');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('/');
      await page.getByRole('option', { name: 'Heading 1' }).waitFor();
      await page.keyboard.type('task');
      await page.getByRole('option', { name: 'Heading 1' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.keyboard.type('check it, PAY-1');
      assert.equal(await writtenText(text), '# Plan\n**Some words**\n- one\n  - two\n- [ ] check it, PAY-1');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('region', { name: 'Description' }).getByRole('checkbox').waitFor();
      await eventually(async () =>
        assert.equal(
          await readDescription(team, id),
          '# Plan\n**Some words**\n- one\n  - two\n- [ ] check it, PAY-1',
        ),
      );
    },
  );

  journey('the tools of the format at the caret are pressed, and take it away', async ({ open, team }) => {
    const { key } = await addTicket(team, 'Pressed tools');
    const { page } = await open('ben');
    const text = await openEditor(page, key);
    const pressed = async () =>
      page
        .getByRole('toolbar', { name: 'Formatting' })
        .getByRole('button', { pressed: true })
        .evaluateAll((tools) => tools.map((tool) => tool.getAttribute('aria-label')));
    await page.keyboard.type('- a **bold** word');
    await eventually(async () => assert.deepEqual(await pressed(), ['Bullet list']));
    for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.deepEqual(await pressed(), ['Bold', 'Bullet list']));
    await page.getByRole('button', { name: 'Bold', pressed: true }).click();
    assert.equal(await writtenText(text), '- a bold word');
    await eventually(async () => assert.deepEqual(await pressed(), ['Bullet list']));
  });

  journey('a text with every kind of Markdown comes back as it was stored', async ({ open, team }) => {
    const stored =
      'Trailing  \n\ttab and **half *marks_ `open\n\n\n| a | b |\n|---|:-:|\n| \\| | 2 |\n> > - [x] deep\n```\n# not a heading\n\n---\n![x](https://elsewhere.example/x.png)\n';
    const { id, key } = await addTicket(team, 'Stored oddly', stored);
    const { page } = await open('ben');
    const text = await openEditor(page, key);
    assert.equal(await writtenText(text), stored);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 14; line++) await page.keyboard.press('ArrowDown');
    assert.equal(await writtenText(text), stored);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    assert.equal(await readDescription(team, id), stored);
  });

  journey(
    'a click on the text edits it there; links, boxes and selections keep their meaning',
    async ({ open, team }) => {
      const { id, key } = await addTicket(team, 'Clicked', 'See **these** words, PAY-1\n\n- [ ] a box');
      const { page } = await open('ben');
      await page.goto(`/t/${key}`);
      const shown = page.getByRole('region', { name: 'Description' });
      await shown.getByRole('checkbox').click();
      await shown.getByRole('checkbox', { checked: true }).waitFor();
      const words = await shown.getByText('words,').boundingBox();
      assert.ok(words);
      await page.mouse.move(words.x + 2, words.y + words.height / 2);
      await page.mouse.down();
      await page.mouse.move(words.x + 60, words.y + words.height / 2, { steps: 4 });
      await page.mouse.up();
      assert.equal(await field(page).count(), 0, 'a selection is no click');
      await page.evaluate(() => getSelection()?.empty());
      await shown.getByText('these').click();
      const text = field(page);
      await text.waitFor();
      await page.keyboard.type('!');
      assert.equal(await writtenText(text), 'See **the!se** words, PAY-1\n\n- [x] a box');
      // The marks stand only in the line of the caret.
      await text.getByText('**').first().waitFor();
      await page.keyboard.press('Control+End');
      await text.getByText('**').first().waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'detached' });
      await shown.getByRole('link', { name: 'PAY-1' }).click();
      await page.waitForURL(/PAY-1$/);
      assert.equal(await readDescription(team, id), 'See **these** words, PAY-1\n\n- [x] a box');
    },
  );

  journey(
    'the bar is reached by keys, makes a table with its cells, and switches to the source',
    async ({ open, team }) => {
      const { key } = await addTicket(team, 'Tables');
      const { page } = await open('ben');
      const text = await openEditor(page, key);
      await page.keyboard.press('Tab');
      const bar = page.getByRole('toolbar', { name: 'Formatting' }).first();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Bold');
      await page.keyboard.press('ArrowLeft');
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        'Markdown source',
      );
      await page.keyboard.press('Home');
      await bar.getByRole('button', { name: 'Table', exact: true }).click();
      await page.keyboard.type('Name');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Count');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Ada');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Ben');
      const rows = '| Name | Count |\n| --- | --- |\n| Ada |  |\n| Ben |  |\n';
      assert.equal(await writtenText(text), rows);
      await bar.getByRole('button', { name: 'Rows and columns' }).click();
      await page.getByRole('menuitem', { name: 'Add a column to the right' }).click();
      await page.keyboard.type('x');
      assert.equal(
        await writtenText(text),
        '| Name |  | Count |\n| --- | --- | --- |\n| Ada |  |  |\n| Ben | x |  |\n',
      );
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      assert.equal(await writtenText(text), rows);
      await inspectScreen(page);
      await bar.getByRole('button', { name: 'Markdown source' }).click();
      const area = page.locator('textarea').and(page.getByLabel('Description'));
      assert.equal(await area.inputValue(), rows);
      await area.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('in source');
      await page.reload();
      await area.waitFor();
      await bar.getByRole('button', { name: 'Markdown source', pressed: true }).click();
      assert.match(await writtenText(text), /in source/);
    },
  );

  journey(
    'a picture is dropped at the caret, sent again after a failure, and opens large',
    async ({ open, team }) => {
      const { id, key } = await addTicket(team, 'Pictures', 'before\nafter');
      const { page, problems } = await open('ben');
      problems.expect(/net::ERR_/, /^request: /);
      const text = await openEditor(page, key);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('End');
      const drop = async (name: string) => {
        const files = await page.evaluateHandle((file) => {
          const png =
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], file, { type: 'image/png' }));
          return data;
        }, name);
        const line = await text.locator(':scope > div').first().boundingBox();
        const at = { clientX: (line?.x ?? 0) + (line?.width ?? 0) - 4, clientY: (line?.y ?? 0) + 8 };
        await text.dispatchEvent('drop', { dataTransfer: files, ...at });
      };
      const isUpload = ({ pathname }: URL) => pathname.endsWith('/attachments');
      await page.route(isUpload, (route) =>
        route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
      );
      await drop('plan.png');
      await page.getByRole('alert').getByText('plan.png was not attached.').waitFor();
      assert.match(await writtenText(text), /^before\n+after$/, 'nothing is lost');
      await page.unroute(isUpload);
      await page.getByRole('button', { name: 'Try again: plan.png' }).click();
      await eventually(async () =>
        assert.match(await writtenText(text), /!\[plan\.png\]\(\/api\/.*inline=1\)/),
      );
      await drop('second.png');
      await eventually(async () => assert.match(await writtenText(text), /!\[second\.png\]\(\/api/));
      await text.locator('img').first().waitFor();
      await page.keyboard.press('Control+Enter');
      const shown = page.getByRole('region', { name: 'Description' });
      await shown.getByRole('button', { name: 'Open picture: plan.png' }).click();
      await page.getByRole('dialog', { name: 'plan.png' }).waitFor();
      await inspectScreen(page);
      await page.keyboard.press('ArrowRight');
      const second = page.getByRole('dialog', { name: 'second.png' });
      await second.getByText('2 of 2').or(second.getByText('1 of 2')).waitFor();
      await second.getByRole('button', { name: 'Enlarge' }).first().click();
      await second.getByRole('button', { name: 'Fit to the window' }).first().waitFor();
      assert.match(
        (await second.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? '',
        /\/api\/[^?]*$/,
      );
      await page.keyboard.press('Escape');
      await second.waitFor({ state: 'detached' });
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        'Open picture: plan.png',
      );
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: /^second\.png/ })
        .click();
      await second.waitFor();
      await page.keyboard.press('Escape');
      await eventually(async () =>
        assert.match((await readDescription(team, id)) ?? '', /plan\.png[\s\S]*after$/),
      );
    },
  );

  journey(
    'words that an input method composes, pastes and deletions arrive as they are',
    async ({ open, team }) => {
      const { key } = await addTicket(team, 'Composed', 'one **two** three');
      const { page } = await open('ben');
      const text = await openEditor(page, key);
      await page.keyboard.press('Control+End');
      const input = await page.context().newCDPSession(page);
      for (const composed of ['n', 'に', 'にほ'])
        await input.send('Input.imeSetComposition', {
          text: composed,
          selectionStart: 1,
          selectionEnd: composed.length,
        });
      await input.send('Input.insertText', { text: '日本' });
      assert.equal(await writtenText(text), 'one **two** three日本');
      await page.keyboard.type(' @ada');
      await page.getByRole('option', { name: /Ada Lindström/ }).waitFor();
      await page.keyboard.press('Enter');
      assert.equal(await writtenText(text), 'one **two** three日本 @AdaLindström ');
      await page.keyboard.type('now');
      await page.keyboard.press('Control+Backspace');
      assert.equal(await writtenText(text), 'one **two** three日本 @AdaLindström ');
      await page.keyboard.press('Enter');
      const paste = (type: string, content: string) =>
        text.evaluate(
          (element, [kind = '', value = '']) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData(kind, value);
            element.dispatchEvent(
              new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
            );
          },
          [type, content],
        );
      await paste('text/html', '<ul><li>a <b>b</b></li></ul><script>alert(1)</script>');
      await page.keyboard.press('Enter');
      await paste('text/plain', 'c\r\n<b>d</b>');
      assert.match(await writtenText(text), /\n- a \*\*b\*\*\n- c\n<b>d<\/b>$/);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      assert.equal(await writtenText(text), '');
      await page.keyboard.press('Control+z');
      assert.match(await writtenText(text), /^one \*\*two\*\* three日本/);
    },
  );

  journey(
    'on a phone, in German and in the dark the editor fits and is accessible',
    async ({ open, team }) => {
      const { key } = await addTicket(
        team,
        'Unterwegs',
        '# Plan\n- [ ] **eins**\n- [x] zwei, PAY-1\n\n| a | b | c | d |\n|-|-|-|-|\n| 1 | 2 | 3 | Wörter die umbrechen |\n\n```ts\nconst a = 1; // x\n```\n> Zitat `code`',
      );
      await team.people.chiara.api.updatePreferences({ body: { language: 'de' } });
      const { page } = await open('chiara', { phone: true, dark: true });
      await page.goto(`/t/${key}`);
      const shown = page.getByRole('region', { name: 'Beschreibung' });
      await shown.getByText('Wörter die umbrechen').tap();
      const text = field(page, 'Beschreibung');
      await text.waitFor();
      await page
        .getByRole('toolbar', { name: 'Formatierung' })
        .first()
        .getByRole('button', { name: 'Fett' })
        .waitFor();
      await inspectScreen(page);
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.getByRole('option', { name: 'Überschrift 1' }).waitFor();
      await inspectScreen(page);
      await page.getByRole('option', { name: 'Aufzählung' }).tap();
      await page.keyboard.type('drei');
      assert.match(await writtenText(text), /> Zitat `code`\n- drei$/);
    },
  );

  journey(
    'what is typed before the editor is loaded stays, with the caret and undo',
    async ({ open, team }) => {
      const { key } = await addTicket(team, 'Slow line');
      const { page } = await open('ben');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/assets\/rich-field-.*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`/t/${key}`);
      await page.getByRole('region', { name: 'Comments' }).waitFor();
      await page.keyboard.press('Shift+E');
      await page.locator('textarea').and(page.getByLabel('Description')).waitFor();
      await page.keyboard.type('abcdef');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      release();
      await field(page).waitFor();
      await page.keyboard.type('X');
      assert.equal(await writtenText(field(page)), 'abcdXef');
      await page.keyboard.press('Control+z');
      assert.equal(await writtenText(field(page)), 'abcdef');
      await page.keyboard.press('Control+z');
      assert.equal(await writtenText(field(page)), '');
    },
  );

  journey('a caret that moves while the rich editor replaces the source stays', async ({ open, team }) => {
    const { key } = await addTicket(team, 'Both ways', 'abcdef');
    const { page } = await open('ben');
    await openEditor(page, key);
    const source = page.getByRole('button', { name: 'Markdown source' }).first();
    await source.click();
    const area = page.locator('textarea').and(page.getByLabel('Description'));
    await area.focus();
    // In one task, so that the browser has not told of the caret when the text area is removed.
    await source.evaluate((button) => {
      document.querySelector<HTMLTextAreaElement>('textarea.markdown-editor-area')?.setSelectionRange(2, 2);
      (button as HTMLElement).click();
    });
    await field(page).waitFor();
    await page.keyboard.type('X');
    assert.equal(await writtenText(field(page)), 'abXcdef');
  });
});
