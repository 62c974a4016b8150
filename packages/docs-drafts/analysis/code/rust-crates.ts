import type { RustItem, RustModule, RustUse } from '../../surface/code/rust-module.ts';
import type { Declaration } from '../../surface/declaration.ts';
import { isNonProductFile } from '../../surface/product-files.ts';
import type { SideName, SourceTree } from '../source-tree.ts';
import type { CodeNames } from './code-names.ts';

const depthMax = 40;
const namesMax = 50_000;
/** Modules on the way from a name to its item. */
const placesMax = 200;
/** Real crates take some thousand steps. */
const stepsMax = 3_000_000;

interface Place {
  path: string;
  /** The folder of the files of its modules. */
  folder: string;
  module: RustModule;
  parent: Place | undefined;
  children: Map<string, Place | undefined>;
}

interface Crate {
  root: Place;
  places: Place[];
  /** The names and imports that were looked at. */
  steps: number;
}

/**
 * The names that the crates of a repository offer, by the shortest way through `pub mod` and `pub use`; undefined if
 * there are too many.
 */
export function readRustCrates(
  tree: SourceTree,
  side: SideName,
  isLeftOut: (path: string) => boolean,
): CodeNames | undefined {
  const names: CodeNames = new Map();
  for (const manifest of [...tree[side].keys()].filter((path) => /(?:^|\/)Cargo\.toml$/.test(path)).sort()) {
    const folder = manifest.slice(0, -'Cargo.toml'.length);
    const text = tree.file(side, manifest)?.text ?? '';
    if (isNonProductFile(manifest) || /^publish\s*=\s*false/m.test(text)) continue;
    const [, own] = /^\[lib\][^[]*?^path\s*=\s*"([^"]+)"/m.exec(text) ?? [];
    const path = `${folder}${own?.replace(/^\.\//, '') ?? 'src/lib.rs'}`;
    const name = (/^\[lib\][^[]*?^name\s*=\s*"([\w-]+)"/m.exec(text) ??
      /^name\s*=\s*"([\w-]+)"/m.exec(text))?.[1];
    const crate = openCrate(tree, side, path, isLeftOut);
    if (!crate || name === undefined) continue;
    listNames(crate, name.replaceAll('-', '_'), names);
    if (crate.steps > stepsMax || names.size >= namesMax) return undefined;
  }
  return names;
}

function openCrate(
  tree: SourceTree,
  side: SideName,
  path: string,
  isLeftOut: (path: string) => boolean,
): Crate | undefined {
  const places: Place[] = [];
  const seen = new Set<string>();
  const open = (
    at: string,
    folder: string,
    module: RustModule | undefined,
    parent: Place | undefined,
    depth: number,
  ): Place | undefined => {
    const read = module ?? (seen.has(at) || isLeftOut(at) ? undefined : tree.file(side, at)?.code?.module);
    if (!read || depth > depthMax) return undefined;
    seen.add(at);
    const place: Place = { path: at, folder, module: read, parent, children: new Map() };
    places.push(place);
    for (const [name, child] of read.modules) {
      const inner = `${folder}${name}/`;
      const candidates =
        child.path === undefined ? [`${folder}${name}.rs`, `${inner}mod.rs`] : [joinPath(at, child.path)];
      const file = candidates.find((one) => tree[side].has(one));
      const where = child.inline ? at : file;
      if (where !== undefined) place.children.set(name, open(where, inner, child.inline, place, depth + 1));
    }
    return place;
  };
  const root = open(path, path.slice(0, path.lastIndexOf('/') + 1), undefined, undefined, 0);
  return root && { root, places, steps: 0 };
}

const joinPath = (from: string, to: string) => {
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
};

type Found = { item: RustItem; place: Place } | { module: Place };

function listNames(crate: Crate, name: string, names: CodeNames): void {
  const members = membersByType(crate);
  const listed = new Map<Declaration, string>();
  const add = (full: string, item: RustItem, place: Place) => {
    if (names.size >= namesMax || names.has(full)) return;
    const known = listed.get(item.declaration);
    if (known === undefined) listed.set(item.declaration, full);
    names.set(full, {
      declaration:
        known === undefined
          ? withImpls(item.declaration, members.get(item.declaration))
          : reference(item.declaration, full),
      paths: [place.path],
    });
  };
  for (const { module, path } of crate.places)
    for (const [macro, declaration] of module.macros)
      names.set(`${name}::${macro}!`, { declaration, paths: [path] });
  const visited = new Set<Place>();
  // Breadth first, so that the shortest name of an item comes first.
  let level: [place: Place, prefix: string][] = [[crate.root, name]];
  for (let depth = 0; level.length > 0 && depth < depthMax; depth++) {
    const next: typeof level = [];
    for (const [place, prefix] of level) {
      if (crate.steps > stepsMax) return;
      if (visited.has(place)) continue;
      visited.add(place);
      for (const [own, found] of publicNames(crate, place))
        if (found === undefined) {
          const full = `${prefix}::${own}`;
          if (!names.has(full)) names.set(full, { declaration: foreign(own), paths: [place.path] });
        } else if ('module' in found) next.push([found.module, `${prefix}::${own}`]);
        else add(`${prefix}::${own}`, found.item, found.place);
    }
    level = next;
  }
}

/** A second name of the same item: only its presence counts, its members are compared once. */
const reference = ({ kind, isDeprecated, isInternal }: Declaration, full: string): Declaration => ({
  ...{ kind, signature: `pub use ${full}`, isOpen: true, modifiers: [] },
  ...(isInternal && { isInternal }),
  ...(isDeprecated && { isDeprecated }),
});

/** A name of another crate. */
const foreign = (name: string): Declaration => ({
  kind: 'value',
  signature: `pub use ${name}`,
  isOpen: true,
  modifiers: [],
});

/** The names that a module offers, those of the modules that it passes on last; undefined for what another crate declares. */
function publicNames(crate: Crate, start: Place): Map<string, Found | undefined> {
  const found = new Map<string, Found | undefined>();
  const passedOn = new Set([start]);
  for (const place of passedOn) {
    for (const [name, item] of place.module.items)
      if (item.isPublic && !found.has(name)) found.set(name, { item, place });
    for (const [name, child] of place.module.modules) {
      const inside = place.children.get(name);
      if (child.isPublic && inside && !found.has(name)) found.set(name, { module: inside });
    }
    for (const use of place.module.uses) {
      if (!use.isPublic) continue;
      if (use.alias === undefined) {
        const from = findModule(crate, place, use.path);
        if (from) passedOn.add(from);
      } else if (use.alias !== '_' && !found.has(use.alias))
        found.set(use.alias, resolveUse(crate, place, use, new Map()));
    }
    crate.steps += found.size;
    if (crate.steps > stepsMax) break;
  }
  return found;
}

/** The names that were looked for in each module, so that modules that import each other crosswise are visited once. */
type Seen = Map<Place, Set<string>>;

function resolveUse(crate: Crate, place: Place, { path }: RustUse, seen: Seen): Found | undefined {
  const module = findModule(crate, place, path);
  if (module) return { module };
  const owner = path.length === 1 ? place : findModule(crate, place, path.slice(0, -1));
  return owner && findName(crate, owner, path.at(-1) as string, seen);
}

function findName(crate: Crate, place: Place, name: string, seen: Seen): Found | undefined {
  const item = place.module.items.get(name);
  if (item) return { item, place };
  const known = seen.get(place) ?? new Set();
  if (known.has(name) || seen.size > placesMax) return undefined;
  seen.set(place, known.add(name));
  crate.steps += place.module.uses.length;
  if (crate.steps > stepsMax) return undefined;
  for (const use of place.module.uses) {
    if (use.alias === name && use.path.length > 1) {
      const found = resolveUse(crate, place, use, seen);
      if (found) return found;
    } else if (use.alias === undefined) {
      const from = findModule(crate, place, use.path);
      const found = from && findName(crate, from, name, seen);
      if (found) return found;
    }
  }
  return undefined;
}

/** The module of `crate::a::b`, `self::a`, `super::a` or `a`, which the 2015 edition reads from the root. */
function findModule(crate: Crate, from: Place, path: readonly string[]): Place | undefined {
  const walk = (start: Place | undefined, parts: readonly string[]) => {
    let place = start;
    for (const part of parts) {
      if (!place) return undefined;
      place = part === 'super' ? place.parent : part === 'self' ? place : place.children.get(part);
    }
    return place;
  };
  const [first, ...rest] = path;
  if (first === 'crate' || first === '$crate' || first === '') return walk(crate.root, rest);
  return walk(from, path) ?? walk(crate.root, path);
}

type Impls = { members: Map<string, Declaration>; traits: Set<string> };

/** The methods and traits of each type, from all files of the crate. */
function membersByType({ places }: Crate): Map<Declaration, Impls> {
  const owners = new Map<string, RustItem[]>();
  for (const { module } of places)
    for (const [name, item] of module.items)
      if (item.declaration.members) owners.set(name, [...(owners.get(name) ?? []), item]);
  const found = new Map<Declaration, Impls>();
  for (const { module } of places)
    for (const { type, trait, members } of module.impls) {
      const known = owners.get(type);
      const own =
        module.items.get(type)?.declaration ?? (known?.length === 1 ? known[0]?.declaration : undefined);
      if (!own) continue;
      const impls: Impls = found.get(own) ?? { members: new Map(), traits: new Set() };
      found.set(own, impls);
      if (trait !== undefined) impls.traits.add(trait);
      for (const [name, member] of members) {
        const before = impls.members.get(name);
        // Builds for several systems have a method each.
        impls.members.set(
          name,
          before?.calls && member.calls && before.calls.length < callsMax
            ? { ...before, calls: [...before.calls, ...member.calls] }
            : (before ?? member),
        );
      }
    }
  return found;
}

const callsMax = 100;

function withImpls(declaration: Declaration, impls: Impls | undefined): Declaration {
  if (!impls) return declaration;
  const members = new Map(declaration.members);
  for (const [name, member] of impls.members) if (!members.has(name)) members.set(name, member);
  return { ...declaration, members, bases: [...(declaration.bases ?? []), ...[...impls.traits].sort()] };
}

/** True if a macro may declare the name. */
export function mayComeFromMacro(
  tree: SourceTree,
  side: SideName,
  paths: readonly string[],
): (name: string) => boolean {
  const words = new Set<string>();
  for (const path of paths) {
    const pending = [tree.file(side, path)?.code?.module];
    for (let module = pending.pop(); module; module = pending.pop()) {
      for (const word of module.macroWords) words.add(word);
      for (const { inline } of module.modules.values()) if (inline) pending.push(inline);
    }
  }
  return (name) => words.has(name);
}
