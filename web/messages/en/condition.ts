/** The query language in the filter bar. */
export const condition = {
  placeholder: 'status in (todo, in_progress) and (due < 7d or priority >= high)',
  /** The sentence is the server's. */
  problem: (column: number, sentence: string) => `Column ${column}: ${sentence}`,
};
