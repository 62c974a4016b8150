import type { Declaration } from '../declaration.ts';

/** A JavaScript or TypeScript file: what it declares, imports and exports. */
export interface ScriptModule {
  /** The declarations at the top level, by name, exported or not. */
  declarations: Map<string, Declaration>;
  imports: Map<string, ImportedName>;
  exports: Map<string, ExportTarget>;
  /** The modules of `export * from`. */
  stars: string[];
  /** Whether types are written in the source; otherwise only names and shapes are known. */
  isTyped: boolean;
}

/** `module.exports = …` and `export = …` replace the module itself. */
export const wholeModule = 'export=';

export interface ImportedName {
  from: string;
  /** `default`, `*` for all exports, or `export=` for what `require` returns. */
  name: string;
}

/** A name of this module, a name of another module, or the value itself. */
export type ExportTarget = { local: string } | ImportedName | Declaration;
