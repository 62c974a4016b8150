/** The first line of a Markdown text without its marks, for places that have one line: cards, rows, excerpts. */
export function plainLine(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? text.trim();
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+(?:\[[ x]\]\s+)?|\d+[.)]\s+)+/i, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replaceAll('`', '')
    .trim();
}
