import assert from 'node:assert/strict';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { describeJourneysOf } from './support/journey.ts';
import { openTeam, type Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';

const greet = (parameters: string) => `export function greet(${parameters}): string {\n  return name;\n}\n`;

/** The team with a repository on the machine of the server, linked to PAY. */
async function openTeamWithRepository(): Promise<Team> {
  const repositories = newRepositories();
  repositories.add(
    'acme/site',
    [
      {
        message: 'feat: first version',
        files: {
          // What it exports is the public interface.
          'package.json': '{ "name": "site", "exports": "./src/index.ts" }\n',
          'src/index.ts': greet('name: string'),
          'README.md': '# Site\n\nSee [the doors](docs/doors.md).\n',
          'docs/doors.md': 'Doors close by themselves at night.\n',
        },
      },
      {
        message: 'feat(search): find by words\n\nFor PAY-1.',
        files: { 'src/search.ts': 'export const find = (words: string[]): number => words.length;\n' },
      },
      {
        message: 'feat(greeting)!: greet politely\n\nBREAKING CHANGE: greet needs a title now',
        files: {
          'src/index.ts': greet('name: string, title: string'),
          'docs/doors.md': null,
          'docs/house/doors.md': 'Doors close by themselves at night.\n',
        },
      },
    ],
    { 'v1.0.0': 1 },
  );
  const team = await openTeam({ LOCAL_REPOSITORIES: repositories.root });
  await team.people.ada.api.updateProject({ params: { id: 'PAY' }, body: { repositories: ['acme/site'] } });
  return {
    ...team,
    close: async () => {
      await team.close();
      repositories.remove();
    },
  };
}

describeJourneysOf('documentation drafts', openTeamWithRepository, (journey) => {
  journey('branches and tags are offered for a ref, and any other text can be typed', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/docs');
    const from = page.getByRole('combobox', { name: 'From' });
    const offered = page.getByRole('listbox', { name: 'From' });
    await from.click();
    await offered.getByRole('option', { name: 'main Branch' }).waitFor();
    await from.pressSequentially('v1');
    await offered.getByRole('option', { name: 'main Branch' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await from.inputValue(), 'v1.0.0');
    assert.match(page.url(), /\/docs$/);
    await offered.waitFor({ state: 'hidden' });
    await from.fill('main~1');
    await page.getByRole('combobox', { name: 'To', exact: true }).click();
    assert.equal(await from.inputValue(), 'main~1');
    // What is drafted here means nothing to the other views.
    await page.goto('/p/PAY/docs?repo=acme/site&base=v1.0.0');
    await from.waitFor();
    const board = page.getByRole('link', { name: 'Board', exact: true });
    assert.equal(await board.getAttribute('href'), '/p/PAY/board');
  });

  journey('pages are drafted, read with their sources, and found again after a reload', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/docs');
    await page.getByRole('combobox', { name: 'From' }).fill('v1.0.0');
    await page.getByRole('button', { name: 'Draft pages' }).click();
    const developer = page.getByRole('region', { name: 'For developers' });
    await developer.getByRole('heading', { name: /notes for developers$/ }).waitFor();
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.getByText(/2 commits, 3 changed files/).waitFor();
    const verdict = page.getByRole('region', { name: 'Version' });
    await verdict.getByText('The changes need a major version. The package announces none.').waitFor();
    await verdict.getByText('src/index.ts:1').waitFor();
    await verdict.getByText('function greet(name: string, title: string): string').waitFor();
    await verdict.getByText('docs/doors.md is gone; it was in docs/doors.md.').waitFor();
    await verdict.getByText('See [the doors](docs/house/doors.md).').waitFor();
    await developer.getByText('Adapt every use of').hover();
    await why.getByText(/^Adapt every use of greet/).waitFor();
    await page.getByRole('link', { name: /^Changelog/ }).click();
    await page.getByRole('region', { name: 'Changelog' }).getByText('Find by words').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Changelog' }).getByText('Find by words').waitFor();
    await inspectScreen(page);
    await page.getByRole('button', { name: 'Choose again' }).click();
    const former = page.getByRole('table', { name: 'Earlier drafts' });
    await former.getByRole('cell', { name: 'Done' }).waitFor();
    await former.getByRole('link', { name: 'v1.0.0 → main' }).click();
    await developer.getByRole('heading', { name: /notes for developers$/ }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
  });

  journey('a ref that does not exist is named', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/docs');
    await page.getByRole('combobox', { name: 'From' }).fill('v9');
    await page.getByRole('button', { name: 'Draft pages' }).click();
    await page
      .getByRole('alert')
      .getByText(/Ref v9 of acme\/site not found/)
      .waitFor();
  });

  journey('a host that takes no pull requests says so', async ({ open }) => {
    const { page, problems } = await open('ben', { phone: true });
    problems.expect(/400/);
    await page.goto('/p/PAY/docs?repo=acme/site&base=v1.0.0&head=main');
    await page.getByRole('button', { name: 'Draft pages' }).click();
    await page.getByRole('button', { name: 'Open pull request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open pull request' });
    await dialog.getByRole('button', { name: 'Open pull request' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^This repository is on the machine of the server/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await inspectScreen(page);
  });

  journey('stale pages are looked for on request', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/docs');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('The default branch has no pages that Docket generated.').waitFor();
  });
});

/** The team with a repository on a code host that takes pull requests. */
async function openTeamWithCodeHost() {
  const repositories = newRepositories();
  repositories.add('acme/site', [
    { message: 'feat: one', files: { 'src/a.ts': 'export const a = 1;\n' } },
    {
      message: 'feat(b): two',
      branch: 'feature',
      parents: [1],
      files: { 'src/b.ts': 'export const b = 2;\n' },
    },
  ]);
  const host = await startFakeHost('github', repositories.root);
  const team = await openTeam({ GITHUB_TOKEN: 'good-token', GITHUB_API_URL: host.origin });
  await team.people.ada.api.updateProject({ params: { id: 'PAY' }, body: { repositories: ['acme/site'] } });
  const close = async () => {
    await team.close();
    await host.close();
    repositories.remove();
  };
  return { ...team, host, close };
}

describeJourneysOf('documentation on a code host', openTeamWithCodeHost, (journey) => {
  journey('the pages of a draft become a pull request', async ({ open, team: { host } }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/docs?repo=acme/site&base=main&head=feature');
    await page.getByRole('button', { name: 'Draft pages' }).click();
    await page.getByRole('region', { name: 'For developers' }).waitFor();
    await page.getByRole('button', { name: 'Open pull request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open pull request' });
    await dialog.getByLabel('Labels').fill('docs, auto');
    await dialog.getByRole('button', { name: 'Open pull request' }).click();
    const link = page.getByRole('link', { name: /#101/ });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), `${host.origin}/acme/site/pull/101`);
    assert.deepEqual(host.pulls[0]?.labels, ['docs', 'auto']);
  });
});
