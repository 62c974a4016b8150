export const groupKinds = ['cycle', 'milestone', 'list'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** A cycle, milestone or list of tickets of one project. */
export interface Group {
  id: string;
  projectId: string;
  name: string;
  kind: GroupKind;
  /** Markdown. */
  description: string | null;
  startsAt: number | null;
  endsAt: number | null;
  createdAt: number;
  updatedAt: number;
}
