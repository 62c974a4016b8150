import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fittingPage, pageOfLink, parseGuidePage, searchGuide } from './guide.ts';

const read = (name: string) => readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

const pages = ['one', 'two'];
const page = parseGuidePage(
  'one',
  '# First\n\nHello [two](two.md), [API](../api/README.md).\n\n![A picture](images/a.png)\n\n## Keys\n\n| Keys | |\n|---|---|\n| `c` | new ticket |\n\n## Filters\n\nType `assignee:me`.\n',
  pages,
);

test('a page has a title, sections, no pictures, and only links within the guide', () => {
  assert.equal(page.title, 'First');
  assert.deepEqual(
    page.sections.map(({ heading }) => heading),
    ['First', 'Keys', 'Filters'],
  );
  assert.match(page.text, /\[two\]\(\/\?help=two\), API\./);
  assert.doesNotMatch(page.text, /images/);
  assert.equal(pageOfLink('/?help=two'), 'two');
  assert.equal(pageOfLink('/p/PAY/board'), undefined);
});

test('a search finds sections that contain every word, headings first', () => {
  const find = (query: string) => searchGuide([page], query).map(({ heading }) => heading);
  assert.deepEqual(find('new TICKET'), ['Keys']);
  assert.deepEqual(find('filters'), ['Filters']);
  assert.deepEqual(find('ticket assignee'), []);
  assert.deepEqual(find('  '), []);
  assert.match(searchGuide([page], 'assignee')[0]?.excerpt ?? '', /assignee:me/);
});

test('the page that fits a screen comes first', () => {
  const table = {
    '/agents': 'agents',
    '/p/PAY/list': 'filter-language',
    '/p/PAY/board': 'a-teams-week',
    '/p/PAY/settings/members': 'first-day',
    '/p/PAY/settings/agents': 'agents',
    '/': 'a-teams-week',
  };
  for (const [pathname, id] of Object.entries(table)) assert.equal(fittingPage(pathname), id, pathname);
});

test('every page of the guide has a title and sections to find', async () => {
  for (const name of [
    'guide/first-day',
    'guide/a-teams-week',
    'guide/agents',
    'guide/keyboard',
    'filter-language',
  ]) {
    const { title, sections } = parseGuidePage(name, await read(name), []);
    assert.notEqual(title, name);
    assert.ok(sections.length > 1, name);
  }
});
