/** The products whose exports Docket reads; `docket` is an archive of another Docket. */
export const importProducts = [
  'github',
  'gitlab',
  'jira',
  'linear',
  'plane',
  'trello',
  'csv',
  'docket',
] as const;
export type ImportProduct = (typeof importProducts)[number];
/** The products with a reader. An archive of Docket has none, because it is imported row by row. */
export type OtherProduct = Exclude<ImportProduct, 'docket'>;
