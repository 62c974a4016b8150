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
  /** The file that has it, or had it if it was removed. */
  path: string;
  previousPath?: string;
  before?: string;
  after?: string;
  grade: Grade;
  /** Why it has this grade; empty for additions. */
  reason: string;
  /** Whether the grade is `breaks`. */
  isBreaking: boolean;
  /** Only the repository itself can use it. */
  isInternal: boolean;
  /** Whether it is a whole package, and not a name within one. */
  isPackage?: true;
  /** Places in the repository that were adapted to it within the range, and the file with the most of them. */
  callSites?: { count: number; path: string };
  sources: Source[];
}

/** Compares by code units, so that the order does not depend on the locale of the machine. */
export const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
