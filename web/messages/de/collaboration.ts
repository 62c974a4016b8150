import type { Messages } from '../en/index.ts';

export const collaboration: Messages['collaboration'] = {
  alsoHere: 'Auch hier',
  isWriting: (name) => `${name} schreibt`,
  areWriting: (names) => `${names} schreiben`,
  came: (names) => `Auch hier: ${names}`,
  changedBy: (name) => `${name ?? 'Jemand anderes'} hat diesen Text geändert, während du geschrieben hast.`,
  versionOf: (name) => (name === undefined ? 'Die andere Fassung' : `Fassung von ${name}`),
  useBoth: 'Beides übernehmen',
  both: 'Beides zusammen',
  marked: 'Wörter, die sich unterscheiden, sind unterstrichen.',
};
