/** The line separators that a Markdown reader knows. */
export const lineSeparators = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** The text as a quotation of Markdown. Each line separator starts a quoted line, so no text can leave the quotation. */
export const quoteLines = (text: string) =>
  text
    .split(lineSeparators)
    .map((line) => `> ${line}`)
    .join('\n');
