/** The parts of what a repository offers to others. */
export const surfaceAreas = [
  'export',
  'route',
  'operation',
  'schema',
  'config',
  'flag',
  'dependency',
] as const;
export type SurfaceArea = (typeof surfaceAreas)[number];

/** One thing that others may rely on, as a file says it. */
export interface SurfaceItem {
  area: SurfaceArea;
  name: string;
  /** How it is used, in one canonical line, so that a change of layout is no change. */
  signature: string;
  isDeprecated?: boolean;
  /** Of a function: its parameters, to tell an addition that breaks nobody. */
  parameters?: string[];
  /** Of a class, interface or operation: its parts by name. */
  members?: Record<string, string>;
  /** The signature without the members, where it has them in it. */
  heading?: string;
  /** Whether the thing is there only for those who work on the repository. */
  isInternal?: boolean;
}
