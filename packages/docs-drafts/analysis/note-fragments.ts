import { isChangeset, isYamlFragment } from '../surface/changelog-files.ts';
import { findSecurityIds, noteOf, type ReleaseNote } from './release-note.ts';
import { quietKind } from './rules/note-words.ts';
import type { Source } from './surface-change.ts';

/** The entries of a file that describes one change. A release collects such files into the changelog or removes them. */
export function readFragment(path: string, text: string, source: Source): ReleaseNote[] {
  if (isChangeset(path)) return readChangeset(text, source);
  const [, head, body = ''] = frontMatter.exec(text) ?? [];
  if (head !== undefined && path.endsWith('.md')) return readCategorized(head, body, source);
  if (isYamlFragment(path)) return readYamlFragment(text, source);
  if (hasChangeDirectives(text)) return readDirectives(text, source);
  if (/\.txt$/.test(path) && /^```release-note:/m.test(text)) return readFencedNotes(path, text, source);
  return readNamedFragment(path, text, source);
}

function readChangeset(text: string, source: Source): ReleaseNote[] {
  const [, head = '', body = ''] = frontMatter.exec(text) ?? [];
  const first = firstParagraph(body);
  if (first === '') return [];
  const isMajor = /:\s*major\b/.test(head);
  return [noteOf(isMajor ? 'Breaking changes' : /:\s*minor\b/.test(head) ? 'Added' : '', first, source)];
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/;

/** Reads a file whose front matter names the kind of the change. */
function readCategorized(head: string, body: string, source: Source): ReleaseNote[] {
  const section = /^(?:category|type|kind):\s*(.+)$/m.exec(head)?.[1]?.trim() ?? '';
  const first = firstParagraph(body);
  return first === '' || quietKind.test(section) ? [] : [noteOf(section, first, source)];
}

/**
 * The middle part of the file name is the section: `123.bugfix.rst`. `123.md` has a title, and its folder names the
 * part.
 */
function readNamedFragment(path: string, text: string, source: Source): ReleaseNote[] {
  const section = /\.([a-z]+)(?:\.\d+)?\.\w+$/i.exec(path)?.[1] ?? '';
  if (quietKind.test(section)) return [];
  const first = firstParagraph(text).replace(/^(?:[-*]|#{1,6})\s+(?:\[\w+\]\s+)?/, '');
  if (first === '') return [];
  const told = withNumbers(first, numbersIn(/(?:^|\/)(\d{1,9})\./.exec(path)?.[1]));
  return [noteOf(section, withAdvisories(told, path), source)];
}

/** `.changelog/123.txt`: fenced blocks, each with the kind of its change. */
function readFencedNotes(path: string, text: string, source: Source): ReleaseNote[] {
  const numbers = numbersIn(/(?:^|\/)(\d{1,9})\.txt$/.exec(path)?.[1]);
  return [...text.matchAll(/^```release-note:([\w-]+)\r?\n([\s\S]*?)\r?\n```/gm)].flatMap(
    ([, kind = '', body = '']) => {
      const first = firstParagraph(body);
      const section = kind.replace(/[-_]/g, ' ');
      return first === '' || quietKind.test(section)
        ? []
        : [noteOf(section, withNumbers(first, numbers), source)];
    },
  );
}

/** Fields whose value is the whole entry. The other fields of such a file give the kind of the entry. */
const bodyFields = ['note', 'body', 'title'];
const kindFields = ['change_type', 'kind', 'type'];
const numberFields = ['issues', 'issue', 'merge_request', 'pr', 'custom'];

/** Files of reno and Ansible (sections with lists) and of chloggen, changie and GitLab (one entry with its kind). */
function readYamlFragment(text: string, source: Source): ReleaseNote[] {
  const fields = readPlainYaml(text);
  const fieldOf = (names: readonly string[]) =>
    fields.find(([name, values]) => names.includes(name) && values.length > 0)?.[1].join(' ');
  const body = fieldOf(bodyFields);
  const entries: [section: string, text: string][] =
    body === undefined
      ? fields.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
      : [
          [
            fieldOf(kindFields) ?? '',
            withNumbers(withComponent(fieldOf(['component']), body), numbersIn(fieldOf(numberFields))),
          ],
        ];
  return entries.flatMap(([name, raw]) => {
    const section = name.replace(/[-_]/g, ' ');
    const first = firstParagraph(raw);
    return first === '' || quietKind.test(section) ? [] : [noteOf(section, first, source)];
  });
}

const withComponent = (component: string | undefined, body: string) =>
  component === undefined ? body : `**${component}**: ${body}`;

/** The fields at the top level, each with its scalar or the items of its list. Nested values stay text. */
function readPlainYaml(text: string): [name: string, values: string[]][] {
  const fields: [string, string[]][] = [];
  let listIndent: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:---|\.\.\.|#)/.test(line)) continue;
    const [, name, scalar = ''] = /^([\w-]+):(?:\s+(.*))?$/.exec(line) ?? [];
    if (name !== undefined) {
      fields.push([name, plainScalar(scalar) === '' ? [] : [plainScalar(scalar)]]);
      listIndent = undefined;
      continue;
    }
    const values = fields.at(-1)?.[1];
    if (!values) continue;
    const [, indent = '', item] = /^(\s*)-\s+(.*)$/.exec(line) ?? [];
    if (item !== undefined && indent.length <= (listIndent ?? indent.length)) {
      listIndent = indent.length;
      values.push(plainScalar(item));
    } else if (values.length === 0) values.push(line.trim());
    else values[values.length - 1] += line.trim() === '' ? '\n\n' : `\n${line.trim()}`;
  }
  return fields;
}

/** Removes the block marker and the quotes. */
const plainScalar = (text: string) =>
  /^[|>][-+\d]*$/.test(text.trim()) ? '' : text.trim().replace(/^(["'])(.*)\1$/s, '$2');

/** Whether a file has the format of the changelog extension of Sphinx. */
const hasChangeDirectives = (text: string) => /^[ \t]*\.\. change::/m.test(text);

const readDirectives = (text: string, source: Source): ReleaseNote[] =>
  [...withPlainDirectives(text).matchAll(/^### (.*)\n- (.*)$/gm)].flatMap(([, section = '', entry = '']) =>
    quietKind.test(section) ? [] : [noteOf(section, entry, source)],
  );

/**
 * Writes `.. changelog::` and `.. change::` directives as headings and a list. Only the first paragraph is kept: the
 * others explain it.
 */
export function withPlainDirectives(text: string): string {
  if (!hasChangeDirectives(text)) return text;
  return text
    .split(/^[ \t]*\.\. (?=change(?:log)?::)/m)
    .map((part) => {
      const lines = part.split(/\r?\n/);
      const options = new Map(
        lines.slice(1).flatMap((line) => {
          const [, name, value = ''] = /^\s+:(\w+):(?:\s+(.*))?$/.exec(line) ?? [];
          return name === undefined ? [] : [[name, value.trim()] as const];
        }),
      );
      if (part.startsWith('changelog::')) return `## ${options.get('version') ?? ''}`;
      if (!part.startsWith('change::')) return part.trimEnd();
      const body = lines.slice(1).filter((line) => !/^\s+:\w+:/.test(line));
      const entry = firstParagraph(body.map((line) => line.trim()).join('\n')).replace(/\s+/g, ' ');
      const tag = options.get('tags')?.split(',')[0]?.trim() ?? '';
      return `### ${tag}\n- ${withNumbers(entry, numbersIn(options.get('tickets')))}`;
    })
    .join('\n\n');
}

/** The first paragraph, with the list that it introduces. */
function firstParagraph(text: string): string {
  const [first = '', next] = text.trim().split(/\r?\n\s*\r?\n/);
  return first.endsWith(':') && next !== undefined ? `${first} ${next.replace(/^[-*]\s+/gm, '')}` : first;
}

/** Adds the advisory in the file name: `CVE-2024-1234.fix.rst`. */
function withAdvisories(text: string, path: string): string {
  const known = findSecurityIds(text);
  const missing = findSecurityIds(path).filter((id) => !known.includes(id));
  return missing.length === 0 ? text : `${text} (${missing.join(', ')})`;
}

const numbersIn = (text: string | undefined) => text?.match(/\b\d{1,9}\b/g) ?? [];

const withNumbers = (text: string, numbers: readonly string[]) =>
  numbers.length === 0 ? text : `${text} (${numbers.map((number) => `#${number}`).join(', ')})`;
