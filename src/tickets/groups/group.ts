export const groupKinds = ['cycle', 'milestone', 'list'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** Tickets of one project that belong together, for a time or for good. */
export interface Group {
  id: string;
  projectId: string;
  name: string;
  kind: GroupKind;
  startsAt: number | null;
  endsAt: number | null;
  createdAt: number;
  updatedAt: number;
}
