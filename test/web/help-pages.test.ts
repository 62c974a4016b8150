import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { anchorsOf } from '../../scripts/check-doc-links.ts';
import { findHelpFiles } from '../../src/web-app/help-files.ts';
import type { Block, Inline } from '../../web/parts/markdown/markdown-tree.ts';
import { parseMarkdown } from '../../web/parts/markdown/parse-markdown.ts';
import {
  fittingPage,
  fittingPages,
  groupPages,
  type HelpFiles,
  parseHelp,
  searchHelp,
} from '../../web/shell/help/help-pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { pages: files, pictures } = await findHelpFiles(root);
const all: HelpFiles = Object.fromEntries(
  files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const pages = parseHelp(all);
const names = { api: 'API', more: 'More' };

const parseOne = (markdown: string, file = 'docs/guide/one.md') => {
  const [page] = parseHelp({
    [file]: markdown,
    'docs/guide/two.md': '# Two',
    'docs/api/README.md': '# API',
    'README.md': '# Docket',
  });
  assert.ok(page);
  return page;
};

test('links lead to pages of the help, and to nothing else on this host', () => {
  const { text } = parseOne(
    '# One\n[a](two.md#x), [b](../api/README.md), [c](../../README.md), [d](../../src/main.ts), [e](https://example.org/x.md), [f](#here), [g](../api)\n',
  );
  assert.equal(
    text,
    '[a](/help/guide/two#x), [b](/help/api), [c](/help/about/readme), d, [e](https://example.org/x.md), [f](#here), [g](/help/api)',
  );
});

test('pictures come from the folder of the guide alone', () => {
  const { text } = parseOne(
    '![ok](images/board-light.png) ![up](../../../etc/passwd.png) ![out](images/../../../x.png) ![far](https://example.org/a.png) ![enc](images/%2e%2e%2fx.png)',
  );
  assert.equal(text, '![ok](/help-files/images/board-light.png) up out far enc');
});

test('what is written as code is no link and no heading', () => {
  const { text, sections } = parseOne(
    '# One\n`[a](two.md)` and\n\n```sh\n# no heading\n[a](two.md)\n```\n\n## Real\n',
  );
  assert.match(text, /`\[a\]\(two\.md\)`/);
  assert.match(text, /^\[a\]\(two\.md\)$/m);
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    ['', 'real'],
  );
});

test('lines that are wrapped at a width become one, and those of code, tables and lists stay', () => {
  const { text } = parseOne(
    '# One\nA line\ngoes on.\n\n- an item\n  goes on\n- another\n\n1. first\n   and\n2. second\n\n| a |\n|---|\n| b |\n\n    code\n    more\n\nEnd\n## Next\nText\n\n```sh\na\nb\n```\n',
  );
  assert.equal(
    text,
    'A line goes on.\n\n- an item goes on\n- another\n\n1. first and\n2. second\n\n| a |\n|---|\n| b |\n\n    code\n    more\n\nEnd\n## Next\nText\n\n```sh\na\nb\n```',
  );
});

test('every heading of every page has the anchor that code hosts give it', () => {
  for (const [index, file] of files.entries()) {
    const { sections, title } = pages[index] as (typeof pages)[number];
    const found = sections.slice(1).map(({ anchor }) => anchor);
    const [own, ...expected] = anchorsOf(path.join(root, file));
    assert.ok(own !== undefined && title !== '', file);
    assert.deepEqual(found, expected, file);
  }
});

test('every heading that is shown gets its own anchor', () => {
  for (const { id, text, sections } of pages)
    assert.equal(
      parseMarkdown(text).filter(({ kind }) => kind === 'heading').length,
      sections.length - 1,
      id,
    );
});

test('every link and picture of every page leads to something that exists', () => {
  const anchors = new Map(
    pages.map(({ id, sections }) => [`/help/${id}`, new Set(['', ...sections.map(({ anchor }) => anchor)])]),
  );
  const leadsSomewhere = (href: string) => {
    const [page = '', anchor = ''] = href.split('#');
    return anchors.get(page)?.has(anchor);
  };
  const shown = new Set(pictures.map((file) => `/help-files/images/${path.basename(file)}`));
  for (const { id, text } of pages)
    for (const inline of inlinesOf(parseMarkdown(text))) {
      if (typeof inline === 'string') assert.doesNotMatch(inline, /\]\([^)]+\.(?:md|png)/, id);
      else if (inline.kind === 'picture') assert.ok(shown.has(inline.source), `${id}: ${inline.source}`);
      else if (inline.kind === 'link' && inline.href.startsWith('/'))
        assert.ok(leadsSomewhere(inline.href), `${id}: ${inline.href}`);
      else if (inline.kind === 'link' && inline.href.startsWith('#'))
        assert.ok(leadsSomewhere(`/help/${id}${inline.href}`), `${id}: ${inline.href}`);
    }
});

test('every page is in one group of the contents, and every page of the guide in a group that its contents name', () => {
  const groups = groupPages(pages, names);
  const listed = groups.flatMap((group) => group.pages.map(({ id }) => id));
  assert.deepEqual([...listed, 'guide'].sort(), pages.map(({ id }) => id).sort());
  const others = groups.filter(({ name }) => name === names.api || name === names.more);
  for (const { id } of others.flatMap((group) => group.pages)) assert.doesNotMatch(id, /^guide/);
});

test('every page has a route', () => {
  const routes = readFileSync(path.join(root, 'web/routes.tsx'), 'utf8');
  for (const { id } of pages) {
    const route = id.includes('/') ? `/help/${id.split('/')[0]}/$page` : '/help/$page';
    assert.ok(id.split('/').length < 3 && routes.includes(`framed('${route}', help)`), id);
  }
});

test('every screen has a fitting page, which exists', () => {
  const ids = new Set(pages.map(({ id }) => id));
  for (const id of fittingPages) assert.ok(ids.has(id), id);
  const table = {
    '/agents': 'guide/agents',
    '/p/PAY/list': 'guide/views-and-filters',
    '/p/PAY/board': 'guide/boards-and-calendars',
    '/p/PAY/settings/members': 'guide/first-day',
    '/p/PAY/settings/agents': 'guide/agents',
    '/p/PAY/settings/webhooks/1/deliveries/2': 'api/webhooks',
    '/p/PAY': 'guide/projects-and-initiatives',
    '/t/PAY-1': 'guide/tickets',
    '/': 'guide/a-teams-week',
  };
  for (const [pathname, id] of Object.entries(table)) assert.equal(fittingPage(pathname), id, pathname);
});

test('a search finds sections that contain every word, headings first', () => {
  const [page] = [
    parseOne(
      '# First\n\nHello.\n\n## Keys\n\n| Keys | |\n|---|---|\n| `c` | new ticket |\n\n## Filters\n\nType `assignee:me`, see keys.\n',
    ),
  ];
  const find = (query: string) => searchHelp([page], query, 10).map(({ section }) => section.heading);
  assert.deepEqual(find('new TICKET'), ['Keys']);
  assert.deepEqual(find('keys'), ['Keys', 'Filters']);
  assert.deepEqual(find('ticket assignee'), []);
  assert.deepEqual(find('  '), []);
  assert.match(searchHelp([page], 'assignee', 10)[0]?.excerpt ?? '', /assignee:me/);
});

test('what people look for by one word has the page about it among the first hits', () => {
  const wanted = {
    import: 'guide/import-csv',
    backup: 'operations/backup',
    webhook: 'api/webhooks',
    agent: 'guide/agents',
    password: 'guide/first-day',
    'two-factor': 'guide/first-day',
    dark: 'guide/first-day',
    sso: 'guide/administration-large',
    shortcut: 'guide/keyboard',
    archive: 'archive-format',
    'API key': 'guide/first-day',
    export: 'guide/move-out',
    upgrade: 'operations/upgrade',
    undo: 'guide/tickets',
  };
  for (const [query, id] of Object.entries(wanted)) {
    const ids = [...new Set(searchHelp(pages, query, 40).map(({ page }) => page.id))];
    assert.ok(ids.slice(0, 6).includes(id), `${query}: ${ids.slice(0, 6)}`);
  }
});

test('hits quote neither comments nor the language of a block of code', () => {
  const page = parseOne(
    '# Back up\n\n<!-- hidden -->\n\n```sh not-run: needs a bucket\ndocket backup\n```\n',
  );
  assert.equal(searchHelp([page], 'docket', 1)[0]?.excerpt, 'docket backup');
});

const inlinesOf = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return flatten(block.children);
      case 'quote':
        return inlinesOf(block.children);
      case 'list':
        return block.items.flatMap(({ children }) => inlinesOf(children));
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(({ children }) => flatten(children));
      default:
        return [];
    }
  });

const flatten = (inlines: readonly Inline[]): Inline[] =>
  inlines.flatMap((inline) =>
    typeof inline !== 'string' && 'children' in inline ? [inline, ...flatten(inline.children)] : [inline],
  );
