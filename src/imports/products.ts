/** The products whose exports Docket reads. */
export const importProducts = ['github', 'gitlab', 'jira', 'linear', 'plane', 'trello', 'csv'] as const;
export type ImportProduct = (typeof importProducts)[number];
