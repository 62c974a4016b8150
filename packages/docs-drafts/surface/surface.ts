/** The kinds of items that others can rely on: the public surface of a repository. */
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

/** One item of the public surface, as a file defines it. */
export interface SurfaceItem {
  area: SurfaceArea;
  name: string;
  /** One line in canonical format, so that reformatting the source is not a change. */
  signature: string;
  isDeprecated?: boolean;
  /** The parameters of a function, to recognise compatible additions. */
  parameters?: string[];
  /** The members of a class, interface or operation, by name. */
  members?: Record<string, string>;
  /** The signature without the members, if the signature contains them. */
  heading?: string;
  /** Whether only the repository itself can use it. */
  isInternal?: boolean;
}
