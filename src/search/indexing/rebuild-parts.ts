/** The command line reads it for its help. */
export const rebuildParts = ['texts', 'all'] as const;
export type RebuildPart = (typeof rebuildParts)[number];
