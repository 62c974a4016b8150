const shownMax = 60_000;

/** JSON with line breaks, cut off where more would make the page slow. Other text stays as it is. */
export function prettyJson(value: unknown): { text: string; isCut: boolean } {
  const text = typeof value === 'string' ? prettyText(value) : JSON.stringify(value, null, 2);
  return text.length > shownMax ? { text: text.slice(0, shownMax), isCut: true } : { text, isCut: false };
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
