/** The tables of posting lists, and how many consecutive documents a row covers. */
export const postingTables = {
  /** Lists of homes and facets, which most ticket lists read as a whole: large blocks, few rows. */
  facets: { name: 'search_facets', docsPerBlock: 16_384 },
  /** Lists of terms, bigrams and characters. The text phase indexes one block at a time. */
  texts: { name: 'search_postings', docsPerBlock: 4_096 },
} as const;
export type PostingTable = (typeof postingTables)[keyof typeof postingTables];
