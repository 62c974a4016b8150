export interface TypedText {
  text: string;
  at: number;
}

/** Letters typed in quick succession make one text. */
const pauseMs = 600;

/** Finds the item that begins with the typed text, after the marked one. Typing the same letter again moves to the next. */
export function findByTyping(
  texts: readonly string[],
  marked: number,
  before: TypedText,
  key: string,
  now: number,
): { index: number; typed: TypedText } {
  const text = (now - before.at < pauseMs ? before.text : '') + key.toLocaleLowerCase();
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const wanted = isRepeated ? (text[0] ?? '') : text;
  const from = isRepeated ? marked + 1 : Math.max(marked, 0);
  const order = texts.map((_, i) => (from + i) % texts.length);
  const index = order.find((i) => texts[i]?.toLocaleLowerCase().startsWith(wanted)) ?? -1;
  return { index, typed: { text, at: now } };
}
