/** The products whose exports Docket reads. */
export const importProducts = ['github', 'csv'] as const;
export type ImportProduct = (typeof importProducts)[number];
