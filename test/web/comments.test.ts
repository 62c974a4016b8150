import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { writtenText } from './support/written-text.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comment = (page: Page, text: string) =>
  comments(page).getByRole('article').filter({ hasText: text }).last();

/** A ticket with so many comments that the last ones are below the foot of the window. */
async function addDiscussion({ people: { ada } }: Team, title: string, count: number) {
  const { data: ticket } = await ada.api.createTicket({ body: { title, projectId: 'PAY' } });
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { data } = await ada.api.addComment({
      params: { id: ticket.id },
      body: { content: `Thought ${n}\n\nwith a second paragraph\n\nand a third.` },
    });
    ids.push(data.id);
  }
  return { id: ticket.id, key: ticket.key ?? '', ids };
}

/** Waits until the element is inside the window and above the box for the next comment. */
async function assertInSight(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await page.waitForFunction(
    ([shown, foot]) => {
      const box = shown?.getBoundingClientRect();
      const edge = foot?.getBoundingClientRect().top ?? innerHeight;
      return box !== undefined && box.top >= 0 && box.bottom <= Math.min(edge + 1, innerHeight);
    },
    [await element.elementHandle(), await page.locator('.ticket-stream-foot').elementHandle()] as const,
  );
}

describeJourneys('comments', (journey) => {
  journey(
    'a comment and a reply are scrolled to and marked when they are written',
    async ({ open, team }) => {
      const { key } = await addDiscussion(team, 'Long discussion', 9);
      const { page } = await open('ben', { width: 1280, height: 800 });
      await page.goto(`/t/${key}`);
      await comments(page).waitFor();
      await page.keyboard.press('m');
      await page.keyboard.type('The tenth thought');
      await page.keyboard.press('Control+Enter');
      await assertInSight(page, comment(page, 'The tenth thought'));
      const thread = comments(page).getByRole('listitem').filter({ hasText: 'Thought 2' }).first();
      await thread.getByRole('button', { name: 'Reply' }).click();
      await thread.getByRole('textbox', { name: 'Reply' }).fill('A reply to the second');
      await page.keyboard.press('Control+Enter');
      await assertInSight(page, comment(page, 'A reply to the second'));
    },
  );

  journey(
    'a comment written without a connection waits, survives a reload and is sent once',
    async ({ open, team }) => {
      const { id, key } = await addDiscussion(team, 'On the train', 1);
      const { page, context, problems } = await open('ben');
      problems.expect(/net::ERR_/, /^request: /, /400 \(Bad Request\)/);
      await page.goto(`/t/${key}`);
      await comments(page).waitFor();
      await context.setOffline(true);
      await page.keyboard.press('m');
      await page.keyboard.type('Written in a tunnel');
      await page.keyboard.press('Control+Enter');
      await comment(page, 'Written in a tunnel').getByText('Waits to be sent').waitFor();
      await context.setOffline(false);
      const contents = async () =>
        (await team.people.ada.api.listComments({ params: { id } })).data.map(
          ({ content }) => content.split('\n')[0],
        );
      await eventually(async () => assert.deepEqual(await contents(), ['Thought 1', 'Written in a tunnel']));
      await comment(page, 'Written in a tunnel').getByText('Waits to be sent').waitFor({ state: 'detached' });

      const isComment = ({ pathname }: URL) => pathname.endsWith('/comments');
      await page.route(isComment, (route) =>
        route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
      );
      await page.keyboard.type('Before the reload');
      await page.keyboard.press('Control+Enter');
      await comment(page, 'Before the reload').getByText('Waits to be sent').waitFor();
      await page.reload();
      await comment(page, 'Before the reload').getByText('Waits to be sent').waitFor();
      await page.unroute(isComment);
      await eventually(async () =>
        assert.deepEqual(await contents(), ['Thought 1', 'Written in a tunnel', 'Before the reload']),
      );
      await comment(page, 'Before the reload').getByText('Waits to be sent').waitFor({ state: 'detached' });

      // A comment that the server refuses comes back into its box.
      await page.route(isComment, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 400,
              json: { error: { code: 'VALIDATION_ERROR', message: 'Not this one' }, requestId: '1' },
            })
          : route.continue(),
      );
      const box = comments(page).getByRole('textbox', { name: 'Write a comment' });
      await box.fill('Refused words');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Not this one').waitFor();
      await eventually(async () => assert.equal(await writtenText(box), 'Refused words'));
      assert.equal(await comments(page).getByRole('article').filter({ hasText: 'Refused words' }).count(), 0);
    },
  );

  journey('the link to a comment opens, shows and marks it', async ({ open, team }) => {
    const { key, id, ids } = await addDiscussion(team, 'Linked discussion', 12);
    const [, second = '', third = ''] = ids;
    const { page } = await open('ben', { width: 1280, height: 800 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/t/${key}`);
    await comment(page, 'Thought 2').getByRole('button', { name: 'Comment actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await page.getByText('The link to the comment is copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(new URL(link).pathname + new URL(link).search, `/t/${key}?comment=${second}`);

    const last = ids.at(-1) ?? '';
    await page.goto(`/t/${key}?comment=${last}`);
    await assertInSight(page, comment(page, 'Thought 12'));
    await page.waitForFunction((wanted) => document.activeElement?.id === `comment-${wanted}`, last);
    // In the drawer, in a thread that is collapsed because it is resolved.
    await team.people.ada.api.resolveThread({
      params: { id, commentId: third },
      body: { resolved: true },
    });
    await page.goto(`/p/PAY/list?ticket=${key}&comment=${third}`);
    await assertInSight(page, comment(page, 'Thought 3'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: new RegExp(`^${key} `) }).waitFor({ state: 'detached' });
    assert.doesNotMatch(page.url(), /comment=/);
    await page.goto(`/t/${key}?comment=018f3c4e-0000-7000-8000-000000000001`);
    await page.getByText('The comment of this link is not here').waitFor();
  });
});
