import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { m } from '../../web/messages/index.ts';

/**
 * The guide prints the words of screens in italics, *Project → Settings → Import*. Each step must be a message of the
 * app, so that no page names a button that was renamed or removed.
 */
const root = path.resolve(import.meta.dirname, '../..');
// Read after `m`, which the file of these messages needs.
const { late } = await import('../../web/messages/en/late.ts');
const messages = { ...m, ...late };

/** What a page prints in italics although it is a word of another product or of a browser. */
const foreignWords: Record<string, readonly string[]> = {
  'docs/guide/import-gitlab.md': ['Settings → General → Advanced → Export project'],
  'docs/guide/import-jira.md': ['Issues → Export → CSV (all fields)'],
  'docs/guide/import-linear.md': ['Settings → Import/Export → Export data'],
  'docs/guide/import-plane.md': ['Workspace settings → Exports'],
  'docs/guide/import-trello.md': ['Board menu → Print, export and share → Export as JSON'],
  'docs/guide/phone.md': ['Add to Home Screen', 'Add to Home screen', 'Install app'],
};

/** No screen has this word: it stands for the name of a project. */
const anyProject = 'Project';

const { projects, instance, shell, users } = messages;
/** The pages, or the sections of the first page, of places that have several. */
const partsOf: Record<string, readonly string[]> = {
  [projects.settings.title]: Object.values(projects.settings.pages),
  [shell.instance]: [
    instance.people,
    instance.audit,
    instance.repositories,
    instance.settings.title,
    instance.move.title,
  ],
  [shell.me]: [
    users.profile,
    users.preferences,
    users.security,
    users.apiKeys,
    users.connections,
    users.activity,
    users.drafts,
  ],
};

const files = ['README.md', ...globSync('docs/{guide,cookbook}/*.md', { cwd: root })].sort();

test('every word in italics of the guide is a message of the app', () => {
  const texts = messageTexts(messages).map(textPattern);
  const isText = (step: string) => texts.some((text) => text.test(step));
  const found = files.flatMap((file) => italicsOf(file).map((words) => ({ file, words })));
  assert.ok(found.length > 150, `only ${found.length} words in italics are found`);
  assert.deepEqual(
    found.filter(({ words }) => !words.split(' → ').every((step) => step === anyProject || isText(step))),
    [],
  );
});

test('a page of the settings, of the administration or of the account is where the guide says', () => {
  const steps = files.flatMap((file) =>
    italicsOf(file).flatMap((words) =>
      words
        .split(' → ')
        .map((step, index, way) => ({ file, before: way[index - 1], step, next: way[index + 1] })),
    ),
  );
  const checked = steps.flatMap(({ file, before, step, next }) =>
    // The settings of the instance are a section, not pages.
    next === undefined || !(step in partsOf) || before === shell.instance ? [] : [{ file, step, next }],
  );
  assert.ok(checked.length > 30, `only ${checked.length} steps are checked`);
  assert.deepEqual(
    checked.filter(({ step, next }) => !partsOf[step]?.includes(next)),
    [],
  );
});

test('every foreign word is still on its page', () => {
  for (const [file, words] of Object.entries(foreignWords)) {
    const text = readFileSync(path.join(root, file), 'utf8').replace(/\s+/g, ' ');
    for (const word of words) assert.ok(text.includes(`*${word}*`), `${file}: ${word}`);
  }
});

test('a text with a value in it matches any value, and no other words', () => {
  const [text] = messageTexts({ to: (name: string) => `To ${name}` });
  assert.equal(text, 'To $' + '{name}');
  assert.match('To Pilot', textPattern(text));
  assert.doesNotMatch('From Pilot', textPattern(text));
  assert.doesNotMatch('Anything', textPattern('$' + '{name}'));
  assert.doesNotMatch('Save view', textPattern('Save'));
});

function italicsOf(file: string): string[] {
  const markdown = readFileSync(path.join(root, file), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...markdown.matchAll(/(?<![*\\\w])\*([^*\s][^*]*)\*(?![*\w])/g)]
    .map(([, words = '']) => words.replace(/\s+/g, ' '))
    .filter((words) => !foreignWords[file]?.includes(words));
}

/** A message that is a function has its texts in its source. */
function messageTexts(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (typeof message === 'function')
    return [...String(message).matchAll(/`([^`]*)`|'([^'\n]*)'/g)].map(
      ([, template, text = '']) => template ?? text,
    );
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(messageTexts) : [];
}

/** Of a text without a word of its own nothing can be said, so it matches nothing. */
function textPattern(text = ''): RegExp {
  const parts = text.split(/\$\{[^}]*\}/);
  if (!/\p{L}{2}/u.test(parts.join(' '))) return /^\b$/;
  return new RegExp(`^${parts.map(RegExp.escape).join('.+')}$`, 'u');
}
