import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import { settle } from './support/settle.ts';
import type { Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';

type Status = 'todo' | 'in_review' | 'done';

const reviewsOf = (page: Page) => page.getByRole('region', { name: 'Reviews' });

/** Tickets of PAY in this status, which Ada reported. */
async function make({ people }: Team, status: Status, ...titles: string[]) {
  const made: { id: string; key: string }[] = [];
  for (const title of titles) {
    const { data } = await people.ada.api.createTicket({ body: { title, projectId: 'PAY', status } });
    made.push({ id: data.id, key: data.key as string });
  }
  return made as [(typeof made)[0], ...typeof made];
}

const statusOf = async ({ people }: Team, { id }: { id: string }) =>
  (await people.ada.api.getTicket({ params: { id } })).data.status;

async function openTicket(page: Page, { key }: { key: string }): Promise<void> {
  await page.goto(`/t/${key}`);
  await page.getByRole('region', { name: 'Comments' }).waitFor();
}

async function send(page: Page, name: string, comment: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('textbox', { name: 'Comment' }).fill(comment);
  await dialog.getByRole('button', { name: /^(Approve|Ask for changes)$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describeJourneys('Reviews', (journey) => {
  journey('a review is asked for in every status, and given by key', async ({ open, team }) => {
    const [ticket] = await make(team, 'todo', 'Rounds the rate');
    const ada = await open('ada');
    await openTicket(ada.page, ticket);
    assert.equal(await reviewsOf(ada.page).count(), 0);
    await ada.page.keyboard.press('.');
    await ada.page.getByRole('menuitem', { name: 'Ask for a review' }).click();
    const people = ada.page.getByRole('option');
    await people.filter({ hasText: 'Ben Okafor' }).waitFor();
    // Vera may only look at the project, and Rita does not belong to it.
    await people.filter({ hasText: 'Vera' }).waitFor({ state: 'hidden' });
    assert.equal(await people.filter({ hasText: 'Rita' }).count(), 0);
    await people.filter({ hasText: 'Ben Okafor' }).click();
    await ada.page.getByText('asked Ben Okafor for a review').waitFor();
    await ada.page.keyboard.press('Escape');
    await ada.page.keyboard.press('Escape');
    await reviewsOf(ada.page).getByRole('img', { name: 'Ben Okafor' }).waitFor();
    assert.equal(await reviewsOf(ada.page).getByRole('button', { name: 'Approve' }).count(), 0);
    await inspectScreen(ada.page);

    const ben = await open('ben');
    await openTicket(ben.page, ticket);
    await reviewsOf(ben.page).getByRole('img', { name: 'Ben Okafor' }).waitFor();
    // In this status the key does nothing.
    await ben.page.keyboard.press('v');
    await team.people.ada.api.changeStatus({ params: { id: ticket.id }, body: { status: 'in_review' } });
    await reviewsOf(ben.page).getByRole('button', { name: 'Approve' }).waitFor();
    assert.equal(await ben.page.getByRole('dialog').count(), 0);
    await ben.page.keyboard.press('Shift+v');
    await send(ben.page, `Ask for changes: ${ticket.key}`, 'Round half up');
    await reviewsOf(ben.page).getByText('Round half up').waitFor();
    await ben.page.keyboard.press('v');
    await send(ben.page, `Approve: ${ticket.key}`, 'It is right now');
    // The other window is told.
    await reviewsOf(ada.page).getByText('It is right now').waitFor();
    assert.equal(await reviewsOf(ada.page).getByText('Round half up').count(), 0);
  });

  journey('a ticket that was never reviewed asks for no reviews', async ({ open, team }) => {
    const [ticket] = await make(team, 'todo', 'Has no reviews');
    const { page } = await open('ada');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openTicket(page, ticket);
    await page.getByRole('region', { name: 'Watchers' }).waitFor();
    await eventually(async () => assert.ok(asked.some((path) => path.endsWith('/history'))));
    await settle(page);
    assert.deepEqual(
      asked.filter((path) => /review/.test(path)),
      [],
    );
    await team.people.ada.api.addReview({ params: { id: ticket.id }, body: { verdict: 'approve' } });
    await reviewsOf(page).getByText('Approved').waitFor();
  });

  journey('a review is given in Needs you, which it leaves', async ({ open, team }) => {
    const [first, second] = await make(team, 'in_review', 'Needs an approval', 'Needs changes');
    assert.ok(second);
    const { ben } = team.people;
    for (const { id } of [first, second])
      await team.people.ada.api.setReviewers({ params: { id }, body: { userIds: [ben.id] } });
    const { page } = await open('ben');
    await page.goto('/');
    const needs = page.getByRole('list', { name: 'Needs you' });
    await needs.getByRole('button', { name: 'Approve: Needs an approval' }).click();
    await send(page, `Approve: ${first.key}`, 'Looked at it');
    await needs.getByRole('article', { name: 'Needs an approval' }).waitFor({ state: 'hidden' });
    await needs.getByRole('button', { name: 'Ask for changes: Needs changes' }).click();
    await send(page, `Ask for changes: ${second.key}`, 'Add a test');
    await needs.getByRole('article', { name: 'Needs changes' }).waitFor({ state: 'hidden' });
    for (const [{ id }, verdict, comment] of [
      [first, 'approve', 'Looked at it'],
      [second, 'changes', 'Add a test'],
    ] as const) {
      const { data } = await ben.api.listReviews({ params: { id } });
      assert.deepEqual(
        data.map((one) => [one.verdict, one.comment, one.author?.id]),
        [[verdict, comment, ben.id]],
      );
    }
  });

  journey('a card that lacks proof goes back, and is closed with a reason', async ({ open, team }) => {
    const [ticket] = await make(team, 'in_review', 'Dragged without proof');
    await team.people.ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'person' } });
    const { page, problems } = await open('ada');
    problems.expect(/409/);
    await page.goto('/p/PAY/board');
    const column = (name: string) => page.getByRole('list', { name, exact: true });
    const link = (list: Locator) => list.getByRole('link', { name: new RegExp(`^${ticket.key} `) });
    const drag = async () => {
      await link(column('In review')).scrollIntoViewIfNeeded();
      const target = await column('Done').boundingBox();
      assert.ok(target);
      await link(column('In review')).hover();
      await page.mouse.down();
      await page.mouse.move(target.x + 60, target.y + 50, { steps: 5 });
      await page.mouse.move(target.x + 60, target.y + 40);
      await page.mouse.up();
    };
    const dialog = page.getByRole('dialog', { name: `${ticket.key} is not done yet` });
    await drag();
    await dialog.getByText('An approval by a person').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await link(column('In review')).waitFor();
    assert.equal(await statusOf(team, ticket), 'in_review');
    await drag();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Hotfix');
    await dialog.getByRole('button', { name: 'Close anyway' }).click();
    await eventually(async () => assert.equal(await statusOf(team, ticket), 'done'));
    await link(column('Done')).waitFor();
    await team.people.ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'none' } });
  });

  journey('of several tickets that lack proof none is closed without a reason', async ({ open, team }) => {
    const made = await make(team, 'in_review', 'Of several 1', 'Of several 2');
    await team.people.ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'person' } });
    const { page, problems } = await open('ada');
    problems.expect(/409/);
    await page.goto('/p/PAY/list?q=several');
    for (const { key } of made) {
      await page.getByRole('link', { name: new RegExp(`^${key} `) }).focus();
      await page.keyboard.press('x');
    }
    const finish = async () => {
      await page.keyboard.press('s');
      await page.getByRole('combobox', { name: 'Status' }).fill('done');
      await page.keyboard.press('Enter');
    };
    const dialog = page.getByRole('dialog', { name: / not done yet$/ });
    await finish();
    await dialog.getByText('An approval by a person').waitFor();
    for (const { key } of made)
      assert.match((await dialog.getByRole('heading').textContent()) ?? '', RegExp(key));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    for (const ticket of made) assert.equal(await statusOf(team, ticket), 'in_review');
    await finish();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The release is tonight');
    await dialog.getByRole('button', { name: 'Close anyway' }).click();
    for (const ticket of made)
      await eventually(async () => assert.equal(await statusOf(team, ticket), 'done'));
    await openTicket(page, made[0]);
    await page.getByText('closed it despite the gates: The release is tonight').waitFor();
    await team.people.ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'none' } });
  });
});
