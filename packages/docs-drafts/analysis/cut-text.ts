/** At most `lengthMax` characters, cut between words and outside of code, with a sign that something is missing. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const room = text.slice(0, lengthMax - 1);
  const lastSpace = room.search(/\s\S*$/);
  // A text without spaces is cut anyway, but not within a surrogate pair.
  const words = lastSpace > 0 ? room.slice(0, lastSpace) : room.replace(/[\ud800-\udbff]$/, '');
  const isInCode = (words.match(/`/g)?.length ?? 0) % 2 === 1;
  const whole = isInCode ? words.slice(0, words.lastIndexOf('`')) : words;
  return `${(whole.trim() === '' ? words : whole).replace(/[\s,;:([-]+$/, '')}\u2026`;
}
