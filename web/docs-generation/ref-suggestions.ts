import type { DocsRefs } from '../../sdk/index.ts';

export interface RefSuggestion {
  name: string;
  kind: 'branch' | 'tag';
}

/** The server lists no more than this of each kind. */
const listedMax = 100;
const shownMax = 50;

/** What is offered for a text, branches first. Names that begin with the text come before those that contain it. */
export function suggestRefs(refs: DocsRefs | undefined, text: string): RefSuggestion[] {
  if (!refs) return [];
  const wanted = text.trim().toLowerCase();
  const ranked = (names: readonly string[]) => {
    const found = names.filter((name) => name.toLowerCase().includes(wanted));
    const isFirst = (name: string) => name.toLowerCase().startsWith(wanted);
    return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
  };
  return [
    ...ranked(refs.branches).map((name) => ({ name, kind: 'branch' as const })),
    ...ranked(refs.tags).map((name) => ({ name, kind: 'tag' as const })),
  ].slice(0, shownMax);
}

/** Whether the list was cut off, so that the server may have more names. */
export const isCut = ({ branches, tags }: DocsRefs): boolean =>
  branches.length >= listedMax || tags.length >= listedMax;
