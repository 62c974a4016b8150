/** How a file of two branches conflicts. */
export const conflictKinds = [
  'content',
  'binary',
  'modify_delete',
  'rename_delete',
  'rename_rename',
  'other',
] as const;

/** Line numbers as a branch has them. */
export interface ConflictLines {
  from: number;
  to: number;
}

export interface FileConflict {
  path: string;
  kind: (typeof conflictKinds)[number];
  lines?: ConflictLines[];
  /** The same as the other branch has them. */
  otherLines?: ConflictLines[];
}
