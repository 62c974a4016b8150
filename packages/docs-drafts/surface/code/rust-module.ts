import type { Declaration } from '../declaration.ts';

/** A module of Rust as its file, or a block within it, writes it. */
export interface RustModule {
  items: Map<string, RustItem>;
  modules: Map<string, RustChild>;
  uses: RustUse[];
  impls: RustImpl[];
  /** Macros with `#[macro_export]`, which are public at the root of the crate. */
  macros: Map<string, Declaration>;
  /** Words in calls of macros, which may declare items with these names. */
  macroWords: Set<string>;
}

export interface RustItem {
  declaration: Declaration;
  isPublic: boolean;
}

export interface RustChild {
  isPublic: boolean;
  /** Undefined if it is a file of its own. */
  inline: RustModule | undefined;
  /** From `#[path = "…"]`. */
  path: string | undefined;
}

export interface RustUse {
  path: string[];
  /** The name that it gets here; undefined for `*`. */
  alias: string | undefined;
  isPublic: boolean;
}

export interface RustImpl {
  type: string;
  trait: string | undefined;
  members: Map<string, Declaration>;
}

export const newRustModule = (): RustModule => ({
  items: new Map(),
  modules: new Map(),
  uses: [],
  impls: [],
  macros: new Map(),
  macroWords: new Set(),
});
