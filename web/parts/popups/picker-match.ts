export interface PickerText {
  label: string;
  /** More words to find it by: an e-mail address, a key. */
  keywords?: string | undefined;
}

/**
 * The options that contain every word of the text. An option with exactly that label comes first, then those whose label
 * begins with the text, then those with a word that begins with it; otherwise the given order stays.
 */
export function matchOptions<T extends PickerText>(options: readonly T[], text: string): readonly T[] {
  const wanted = fold(text.trim());
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const ranked: T[][] = [[], [], [], []];
  for (const option of options) {
    const label = fold(option.label);
    const all = option.keywords ? `${label} ${fold(option.keywords)}` : label;
    if (!words.every((word) => all.includes(word))) continue;
    ranked[rankLabel(label, all, wanted, words[0] ?? '')]?.push(option);
  }
  return ranked.flat();
}

function rankLabel(label: string, all: string, wanted: string, firstWord: string): number {
  if (label === wanted) return 0;
  if (label.startsWith(wanted)) return 1;
  return startsWord(all, firstWord) ? 2 : 3;
}

const startsWord = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`);

/** Lower case without accents, so that “jurgen” finds “Jürgen”. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
