export const projectHealths = ['on_track', 'at_risk', 'off_track'] as const;
export type ProjectHealth = (typeof projectHealths)[number];

/** What somebody reported about a project at a time. */
export interface ProjectUpdate {
  id: string;
  projectId: string;
  authorId: string;
  authorName: string;
  health: ProjectHealth;
  /** Markdown. */
  text: string;
  createdAt: number;
}

/** Whoever wrote an update may delete it, and so may admins of the project. */
export const canDeleteUpdate = (
  userId: string,
  { authorId }: Pick<ProjectUpdate, 'authorId'>,
  isAdmin: boolean,
): boolean => isAdmin || authorId === userId;
