import type { Declaration } from '../../surface/declaration.ts';

/** The public names of one side, in full. */
export type CodeNames = Map<string, LocatedCode>;

export interface LocatedCode {
  declaration: Declaration;
  /** The files that declare it; several if it is declared in parts. */
  paths: string[];
}
