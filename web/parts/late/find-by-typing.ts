export interface TypedText {
  text: string;
  at: number;
}

/** Letters typed in quick succession make one text. */
const pauseMs = 600;

/** The item that begins with what was typed, after the marked one; the same letter again goes on to the next. */
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
