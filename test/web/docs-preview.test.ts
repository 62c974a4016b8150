import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { describeJourneysOf } from './support/journey.ts';
import { openTeam } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';

const repo = 'acme/site';
const range = { repo, base: 'main', head: 'feature', prNumber: 5 };

/** The team with a repository on a code host that takes pull requests, and three commits on a branch. */
async function openTeamWithCodeHost() {
  const repositories = newRepositories();
  const change = (name: string, message: string, parent: number) => ({
    ...{ message, branch: 'feature', parents: [parent] },
    files: { [`src/${name}.ts`]: `export const ${name} = 1;\n` },
  });
  repositories.add(repo, [
    { message: 'feat: one', files: { 'src/one.ts': 'export const one = 1;\n' } },
    change('words', 'feat(search): find by words', 1),
    change('tags', 'feat(search): find by tags', 2),
    change('crash', 'fix(search): no crash without words', 3),
  ]);
  const host = await startFakeHost('github', repositories.root);
  const team = await openTeam({ GITHUB_TOKEN: 'good-token', GITHUB_API_URL: host.origin });
  await team.people.ada.api.updateProject({ params: { id: 'PAY' }, body: { repositories: [repo] } });
  const close = async () => {
    await team.close();
    await host.close();
    repositories.remove();
  };
  return { ...team, host, objects: gitObjects(`${repositories.root}/${repo}.git`), close };
}

/** Drafts the pages and opens the changelog. */
async function openChangelog(page: Page): Promise<void> {
  await page.goto(`/p/PAY/docs?repo=${repo}&base=main&head=feature&pull=5`);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: /^(?:Changelog|Änderungsprotokoll)/ }).click();
  await entry(page, /tags/).waitFor();
}

const entry = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: /^(?:Changelog|Änderungsprotokoll)$/ }).getByRole('group', { name });

describeJourneysOf('preview of documentation drafts', openTeamWithCodeHost, (journey) => {
  journey(
    'entries are accepted, edited and dropped, and only those are published',
    async ({ open, team }) => {
      const { page } = await open('ben');
      await openChangelog(page);
      const [words, tags, crash] = [/by words/, /tags/, /crash/].map((name) => entry(page, name));
      assert.ok(words && tags && crash);
      await page.getByRole('link', { name: /Changelog 0 of 3 decided/ }).waitFor();
      await tags.getByRole('button', { name: /^Accept/ }).click();
      await tags.getByText('Accepted', { exact: true }).waitFor();
      await tags.getByText('Ben Okafor').waitFor();

      // By keyboard from here.
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      const sentence = page.getByRole('textbox', { name: 'Sentence' });
      await sentence.fill('Search finds **whole** `words`.');
      await page.keyboard.press('Control+Enter');
      const edited = entry(page, /Search finds/);
      await edited.getByText('Edited', { exact: true }).waitFor();
      await edited.locator('strong').getByText('whole').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await crash.getByText('Dropped', { exact: true }).waitFor();
      await page.getByRole('link', { name: /Changelog 3 of 3 decided/ }).waitFor();
      await page.keyboard.press('u');
      await crash.getByText('Open', { exact: true }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText('Next entry').waitFor();
      await page.keyboard.press('Escape');
      // Away from the button whose tooltip it shows.
      await page.mouse.move(0, 0);
      await inspectScreen(page);

      await page.reload();
      await edited.getByText('Edited', { exact: true }).waitFor();
      await tags.getByText('Accepted', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Open pull request' }).click();
      const dialog = page.getByRole('dialog', { name: 'Open pull request' });
      await dialog.getByRole('checkbox', { name: /^Only accepted/ }).check();
      await dialog.getByText(/^2 of \d+ entries/).waitFor();
      await dialog.getByRole('button', { name: 'Open pull request' }).click();
      await page.getByRole('link', { name: /#101/ }).waitFor();
      const published = team.objects.git(['show', 'docs/pr-5:content/docs/changelog/pr-5.mdx']) ?? '';
      assert.match(published, /tags/);
      assert.match(published, /Search finds \*\*whole\*\* `words`\./);
      assert.doesNotMatch(published, /crash/);
    },
  );

  journey('the words of a person survive that somebody else decides meanwhile', async ({ open, team }) => {
    const { page, problems } = await open('ben');
    problems.expect(/412/);
    await openChangelog(page);
    const job = new URL(page.url()).searchParams.get('job') ?? '';
    const { data } = await team.people.ben.api.previewDocs({ params: { id: 'PAY' }, query: { job } });
    const chunk = data.pages
      .find(({ path }) => path.includes('/changelog/'))
      ?.chunks.find((one) => one.kind === 'entry' && /crash/.test(one.drafted));
    assert.ok(chunk?.kind === 'entry' && chunk.id !== null);
    const decide = (body: { decision: 'edited' | 'dropped'; text?: string }) =>
      team.people.ada.api.decideDocsEntry({
        params: { id: 'PAY', entryId: chunk.id as string },
        body: { repo, ...body },
      });
    await entry(page, /crash/).getByRole('button', { name: /^Edit/ }).click();
    const sentence = page.getByRole('textbox', { name: 'Sentence' });
    await sentence.fill('It stays up.');
    await decide({ decision: 'edited', text: 'It never ends early.' });
    await page.keyboard.press('Control+Enter');
    const notice = page.getByRole('alert').getByText(/^Ada Lindström decided/);
    await notice.waitFor();
    await page.getByText('It never ends early.').waitFor();
    assert.equal(await sentence.inputValue(), 'It stays up.');
    await inspectScreen(page);
    // A reload loses nothing either.
    await page.reload();
    await entry(page, /never ends/)
      .getByRole('button', { name: /^Edit/ })
      .click();
    assert.equal(await sentence.inputValue(), 'It stays up.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const own = entry(page, /It stays up/);
    await own.getByText('Ben Okafor').waitFor();

    await decide({ decision: 'dropped' });
    await own.getByRole('button', { name: /^Drop/ }).click();
    await page.getByText(/^Somebody else decided about this entry meanwhile/).waitFor();
    await entry(page, /crash/).getByText('Ada Lindström').waitFor();
  });

  journey('the published page is shown with what the drafts change in it', async ({ open, team }) => {
    const { objects, people } = team;
    await people.ben.api.generateDocs({ body: { ...range, openPr: true } });
    const path = 'content/docs/changelog/pr-5.mdx';
    const text = objects.git(['show', `docs/pr-5:${path}`]) ?? '';
    const tip = objects.commit('main') as { sha: string; tree: string };
    const tree = objects.treeWith(tip.tree, [{ path, content: text.replace('tags', 'labels') }]);
    objects.setBranch('main', objects.commitTree(tree, [tip.sha], 'docs: publish', '2026-10-01T00:00:00Z'));

    const { page, problems } = await open('ben');
    problems.expect(/503/);
    await openChangelog(page);
    let answers = 0;
    await page.route('**/docs/published**', async (route) => {
      if (answers++ > 0) return route.continue();
      const error = { code: 'UNAVAILABLE', message: 'The code host does not answer' };
      await page.getByText('Asks the code host for the published pages').waitFor();
      await route.fulfill({ status: 503, json: { error } });
    });
    await page.getByRole('radio', { name: 'Compare' }).check({ force: true });
    const beside = page.getByRole('complementary', { name: 'Published page' });
    await beside.getByText('The code host does not answer').waitFor();
    await beside.getByRole('button', { name: 'Ask again' }).click();
    await beside.locator('del mark').getByText('labels').waitFor();
    await beside.locator('ins mark').getByText('tags').waitFor();
    await entry(page, /tags/).waitFor();
    await inspectScreen(page);
    await page.getByRole('link', { name: /^For users/ }).click();
    await beside.getByText('Not published yet').waitFor();
    assert.match(page.url(), /view=compare/);
  });

  journey('a viewer reads on a phone, in the dark, in German, and is told why', async ({ open, team }) => {
    await team.people.vera.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('vera', { phone: true, dark: true });
    await openChangelog(page);
    const accept = entry(page, /tags/).getByRole('button', { name: /^Übernehmen/ });
    assert.equal(await accept.getAttribute('aria-disabled'), 'true');
    assert.match((await accept.getAttribute('aria-description')) ?? '', /Mitglieder/);
    await inspectScreen(page);
    await page.getByRole('radio', { name: 'Vergleich' }).check({ force: true });
    const beside = page.getByRole('complementary', { name: 'Veröffentlichte Seite' });
    await beside.locator('ins').getByText('tags').waitFor();
    await entry(page, /tags/).waitFor({ state: 'hidden' });
    await inspectScreen(page);
  });

  journey(
    'drafts of a repository that the project links no more are read without decisions',
    async ({ open, team }) => {
      const { page, problems } = await open('ada');
      problems.expect(/404/);
      await openChangelog(page);
      const update = (repositories: string[]) =>
        team.people.ada.api.updateProject({ params: { id: 'PAY' }, body: { repositories } });
      await update([]);
      await page.reload();
      const changelog = page.getByRole('region', { name: 'Changelog' });
      await changelog.getByText('Find by tags').waitFor();
      assert.equal(await changelog.getByRole('button', { name: /^Accept/ }).count(), 0);
      await update([repo]);
    },
  );
});
