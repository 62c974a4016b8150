import { isWithinEdits } from './edit-distance.ts';
import { foldCase } from './fold-case.ts';

const comparedCharactersMax = 64;

/** The name that was probably meant: one that begins with the text, or one with few typos. */
export function suggestName(text: string, names: Iterable<string>): string | undefined {
  const typed = foldCase(text);
  if (typed === '' || typed.length > comparedCharactersMax) return undefined;
  const all = [...names].map((name) => ({ name, folded: foldCase(name) }));
  const begun = typed.length > 1 ? all.find(({ folded }) => folded.startsWith(typed)) : undefined;
  if (begun) return begun.name;
  const editsMax = Math.min(2, Math.floor(typed.length / 3));
  for (let edits = 1; edits <= editsMax; edits++) {
    const similar = all.find(({ folded }) => isWithinEdits(typed, folded, edits));
    if (similar) return similar.name;
  }
  return undefined;
}
