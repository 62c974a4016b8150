import type { SurfaceArea } from '../surface/surface.ts';
import type { Grade } from './grade.ts';

/** The file that a statement of a draft comes from. */
export interface Source {
  path: string;
  /** The id of the blob. */
  id: string;
}

export interface SurfaceChange {
  area: SurfaceArea;
  change: 'added' | 'removed' | 'changed' | 'moved' | 'deprecated';
  name: string;
  /** The file that contains the item, or contained it if it was removed. */
  path: string;
  previousPath?: string;
  before?: string;
  after?: string;
  grade: Grade;
  /** Why it has this grade; empty for additions. */
  reason: string;
  /** Whether the grade is `breaks`. */
  isBreaking: boolean;
  /** True if only the repository itself can use it. */
  isInternal: boolean;
  /** True for a whole package, false for a name within one. */
  isPackage?: true;
  /**
   * The number of places in the repository that were adapted to it within the range, and the file with the most of
   * them.
   */
  callSites?: { count: number; path: string };
  sources: Source[];
}

/** Compares by code units, so that the order does not depend on the locale of the machine. */
export const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
