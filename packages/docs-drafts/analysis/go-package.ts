import type { GoFile } from '../surface/go/parse-go.ts';
import type { Shape } from './compare-declarations.ts';
import type { GoTypes } from './grade-calls.ts';

/** The exported declarations of one folder. */
export interface GoPackage {
  /** The package name in its files, which may differ from the name of the folder. */
  name: string;
  shapes: Map<string, Shape>;
  paths: Map<string, string>;
  types: GoTypes;
  /** The imports of each file. */
  imports: Map<string, GoFile['imports']>;
}
