import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

/** What browsers log when a request does not reach the server. */
const unreachable = [/net::ERR_/, /^request: /, /Failed to load resource/];
const anotherBuild = 'another00000';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-build-'));
after(() => rmSync(folder, { recursive: true }));

describeJourneys('Starting without the server', (journey) => {
  journey(
    'shows the tickets of the last visit, sends what is changed, and makes way for a new build',
    async (given) => {
      const { open, team } = given;
      await team.server.restart();
      const { data: project } = await team.people.ada.api.getProject({ params: { id: 'PAY' } });
      const { data: view } = await team.people.ada.api.createView({
        body: { name: 'To start', scope: 'project', projectId: project.id, query: { status: 'todo' } },
      });
      await team.people.ada.api.starView({ params: { id: view.id } });
      const { page, problems } = await open('ada', { offlineStart: true });
      problems.expect(...unreachable);
      await page.goto('/p/PAY/board');
      await card(page, 'To do').waitFor();
      await page.getByRole('link', { name: 'To start' }).waitFor();
      await isKept(page, 1);
      const build = await buildOf(page);
      assert.equal(await preloadsKept(page), null, 'the page is kept for every address');

      await team.server.crash();
      await page.reload();
      await card(page, 'To do').waitFor();
      await page.getByText('Offline').first().waitFor();
      await card(page, 'To do').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await card(page, 'In progress').waitFor();
      // A view with a star is there, too.
      await page.getByRole('link', { name: 'To start' }).click();
      await page.getByRole('grid').getByRole('row').nth(1).waitFor();
      // Another address starts, too, and the change is still there.
      await page.goto('/p/PAY/list?status=in_progress');
      await page.getByRole('grid').getByRole('link', { name: title }).waitFor();
      assert.equal(await buildOf(page), build);

      await team.server.restart({ root: writeAnotherBuild() });
      await eventually(async () => {
        const { data } = await team.people.ada.api.getTicket({ params: { id: team.ticketKey(title) } });
        assert.equal(data.status, 'in_progress');
      });
      await page.reload();
      await page.getByRole('grid').waitFor();
      assert.equal(await buildOf(page), anotherBuild);
      await eventually(async () => assert.deepEqual(await pagesKept(page), [`docket-${anotherBuild}`]));
      await team.server.crash();
      await team.server.restart();
    },
  );

  journey('shows nothing of a person who has signed out', async ({ open, team }) => {
    await team.server.restart();
    const { page, problems } = await open('ben', { offlineStart: true });
    problems.expect(...unreachable);
    await page.goto('/p/PAY/list');
    await page.getByRole('grid').waitFor();
    await isKept(page, 1);
    await page.getByRole('button', { name: /Ben/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    // Signing out also removed the service worker; the page of the sign-in keeps itself again.
    await isKept(page);
    await page.goto('about:blank');
    await team.server.crash();
    await page.goto('/p/PAY/list');
    const signIn = page.getByRole('form', { name: 'Sign in' });
    await page.getByRole('button', { name: 'Try again' }).or(signIn).first().waitFor();
    assert.equal(await page.getByText('PAY-').count(), 0);
    await team.server.restart();
  });

  journey('is removed from browsers when the operator switches it off', async ({ open, team }) => {
    await team.server.restart();
    const { page, problems } = await open('ada', { offlineStart: true });
    problems.expect(...unreachable);
    await page.goto('/');
    await isKept(page);
    await team.server.crash();
    await team.server.restart({ config: { WEB_OFFLINE: 'off' } });
    await page.reload();
    await page.getByRole('heading', { name: 'My work' }).waitFor();
    await eventually(async () => {
      const left = await page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ]);
      assert.deepEqual(left, []);
    });
    await team.server.crash();
    await team.server.restart();
  });
});

const title = 'Document the error codes of the capture endpoint';
const card = (page: Page, column: string) =>
  page.getByRole('list', { name: column }).getByRole('link', { name: title });

const buildOf = (page: Page) => page.locator('meta[name="docket-build"]').getAttribute('content');

/** The caches that have a page. */
const pagesKept = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    for (const name of await caches.keys())
      if (await (await caches.open(name)).match('/', { ignoreVary: true })) names.push(name);
    return names;
  });

/** The files that the kept page asks for ahead: those of one screen. */
const preloadsKept = (page: Page) =>
  page.evaluate(async () => {
    const kept = await caches.match('/', { ignoreVary: true });
    if (!kept) throw new Error('No page is kept');
    return kept.headers.get('link');
  });

/** How many projects this browser holds; they are saved some seconds after they are loaded. */
const projectsKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('docket');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('projects').objectStore('projects').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

const isKept = (page: Page, projects = 0) =>
  eventually(async () => {
    assert.equal((await pagesKept(page)).length, 1);
    assert.ok((await projectsKept(page)) >= projects);
  });

/** A copy of the build under another name, as an upgrade makes one. */
function writeAnotherBuild(): string {
  const from = path.resolve(import.meta.dirname, '../../web/dist');
  const to = path.join(folder, 'web/dist');
  cpSync(from, to, { recursive: true });
  const manifest = path.join(to, 'build.json');
  const { id: _, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...rest, id: anotherBuild }));
  return folder;
}
