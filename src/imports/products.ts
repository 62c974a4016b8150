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
/** Those with a reader; an archive is imported as it is. */
export type OtherProduct = Exclude<ImportProduct, 'docket'>;
