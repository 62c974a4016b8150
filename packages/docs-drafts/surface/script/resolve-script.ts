import type { Declaration } from '../declaration.ts';
import { unknownModule } from './read-common-js.ts';
import { type ExportTarget, type ScriptModule, wholeModule } from './script-module.ts';

/** The modules of one side of the comparison. */
export interface ScriptModules {
  /** Undefined if the file does not exist, was not read or cannot be parsed. */
  module(path: string): ScriptModule | undefined;
  hasFile(path: string): boolean;
  /** The entry file of a package in the same repository. */
  packageEntry(specifier: string): string | undefined;
  /** The paths that an import path stands for by an alias of the repository. */
  aliasTargets(importer: string, specifier: string): string[];
}

export interface Located {
  declaration: Declaration;
  /** The file that declares it. */
  path: string;
  isTyped: boolean;
}

/** `external` is known to exist in another package; `unknown` could not be read. */
export type Resolution = Located | 'external' | 'unknown' | 'missing';

const depthMax = 60;

/** Finds the file that an import means; undefined for another package. */
export function findModule(
  modules: Pick<ScriptModules, 'hasFile' | 'packageEntry' | 'aliasTargets'>,
  importer: string,
  specifier: string,
): string | undefined {
  if (!specifier.startsWith('.')) {
    const aliased = modules
      .aliasTargets(importer, specifier)
      .map((path) => findFile(modules, importer, path))
      .find((path) => path !== undefined);
    return aliased ?? modules.packageEntry(specifier);
  }
  const folder = importer.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '..') folder.pop();
    else if (segment !== '.' && segment !== '') folder.push(segment);
  }
  return findFile(modules, importer, folder.join('/'));
}

function findFile(
  modules: Pick<ScriptModules, 'hasFile'>,
  importer: string,
  path: string,
): string | undefined {
  const preferred = /\.d\.[cm]?ts$/.test(importer)
    ? ['.d.ts', '.d.mts', '.d.cts', '.ts', '.tsx']
    : /\.[cm]?jsx?$/.test(importer)
      ? ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx']
      : ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.mjs', '.cjs', '.jsx'];
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  const candidates = [
    ...(/\.d\.[cm]?ts$/.test(importer) ? preferred.map((end) => stem + end) : []),
    ...(/\.[cm]?[jt]sx?$|\.vue$|\.json$/.test(path) ? [path] : []),
    ...preferred.map((end) => path + end),
    ...(stem === path ? [] : preferred.map((end) => stem + end)),
    ...preferred.map((end) => `${path === '' ? '' : `${path}/`}index${end}`),
  ];
  return candidates.find((candidate) => modules.hasFile(candidate));
}

/** The modules that decide what a module exports. */
export function modulesBehind(module: ScriptModule): string[] {
  const needed = new Set(module.stars);
  const locals = new Set<string>();
  for (const target of module.exports.values()) {
    if ('from' in target) needed.add(target.from);
    else if ('local' in target) locals.add(target.local);
    else collectNames(target, locals);
  }
  for (const declaration of module.declarations.values()) collectNames(declaration, locals);
  for (const local of locals) {
    const imported = module.imports.get(local.replace(/\..*$/, ''));
    if (imported) needed.add(imported.from);
  }
  needed.delete(unknownModule);
  return [...needed];
}

function collectNames({ alias, bases, members, kind }: Declaration, into: Set<string>): void {
  if (alias !== undefined) into.add(alias);
  for (const base of bases ?? []) into.add(base);
  if (kind === 'value')
    for (const member of members?.values() ?? []) if (member.alias) into.add(member.alias);
}

export interface ModuleExports {
  names: Map<string, Resolution>;
  /** True if it may export names that could not be read. */
  isOpen: boolean;
}

/** Everything that importers of a module can name. What `require` returns counts by its members. */
export function listExports(modules: ScriptModules, path: string, seen = new Set<string>()): ModuleExports {
  const module = modules.module(path);
  if (!module || seen.has(path) || seen.size > depthMax * 20) return { names: new Map(), isOpen: !module };
  seen.add(path);
  const names = new Map<string, Resolution>();
  let isOpen = false;
  for (const from of module.stars) {
    const target = from === unknownModule ? undefined : findModule(modules, path, from);
    const inner = target ? listExports(modules, target, seen) : undefined;
    isOpen ||= inner?.isOpen ?? true;
    for (const [name, found] of inner?.names ?? [])
      if (name !== 'default' && name !== wholeModule && !names.has(name)) names.set(name, found);
  }
  for (const [name, target] of module.exports) {
    // `module.exports = require('./lib/x')` exports everything that the other module does.
    const forwarded =
      name === wholeModule && 'from' in target && target.name === wholeModule
        ? findModule(modules, path, target.from)
        : undefined;
    if (forwarded !== undefined) {
      const inner = listExports(modules, forwarded, seen);
      isOpen ||= inner.isOpen;
      for (const [exported, found] of inner.names) if (!names.has(exported)) names.set(exported, found);
      continue;
    }
    const found = resolveTarget(modules, path, target);
    names.set(name, found);
    if (name !== wholeModule) continue;
    const whole = typeof found === 'string' ? undefined : found;
    isOpen ||= whole === undefined || whole.declaration.isOpen === true;
    for (const [member, declaration] of whole?.declaration.members ?? [])
      if (whole && !names.has(member)) names.set(member, resolveAlias(modules, { ...whole, declaration }));
  }
  return { names, isOpen };
}

function resolveTarget(modules: ScriptModules, path: string, target: ExportTarget, depth = 0): Resolution {
  if (depth > depthMax) return 'unknown';
  if ('from' in target) return resolveImported(modules, path, target.from, target.name, depth);
  if ('local' in target) return resolveLocal(modules, path, target.local, depth);
  return resolveAlias(
    modules,
    { declaration: target, path, isTyped: modules.module(path)?.isTyped ?? false },
    depth,
  );
}

/** Finds what a name means inside a module: its own declaration or an import. */
export function resolveLocal(modules: ScriptModules, path: string, name: string, depth = 0): Resolution {
  const module = modules.module(path);
  if (!module) return 'unknown';
  const [first = '', ...rest] = name.split('.');
  const own = module.declarations.get(first);
  const imported = module.imports.get(first);
  const found = own
    ? resolveAlias(modules, { declaration: own, path, isTyped: module.isTyped }, depth)
    : imported
      ? resolveImported(modules, path, imported.from, imported.name, depth + 1)
      : 'unknown';
  let inner: Resolution = found;
  for (const member of rest) {
    if (typeof inner === 'string') return inner;
    const declaration: Declaration | undefined = inner.declaration.members?.get(member);
    inner = declaration ? { path: inner.path, isTyped: inner.isTyped, declaration } : 'unknown';
  }
  return inner;
}

function resolveAlias(modules: ScriptModules, located: Located, depth = 0): Resolution {
  const { declaration, path } = located;
  if (declaration.alias === undefined) return located;
  if (depth > depthMax) return 'unknown';
  const found = resolveLocal(modules, path, declaration.alias, depth + 1);
  if (typeof found === 'string') return { ...located, declaration: { ...declaration, isOpen: true } };
  // Members that were assigned to the alias itself count too.
  return declaration.members
    ? {
        ...found,
        declaration: {
          ...found.declaration,
          members: new Map([...(found.declaration.members ?? []), ...declaration.members]),
        },
      }
    : found;
}

function resolveImported(
  modules: ScriptModules,
  importer: string,
  from: string,
  name: string,
  depth: number,
): Resolution {
  if (depth > depthMax) return 'unknown';
  const path = findModule(modules, importer, from);
  if (path === undefined) return from.startsWith('.') ? 'unknown' : 'external';
  const module = modules.module(path);
  if (!module) return 'unknown';
  if (name === '*') return moduleAsDeclaration(modules, path, module);
  const target = module.exports.get(name);
  if (target) return resolveTarget(modules, path, target, depth + 1);
  const whole = module.exports.get(wholeModule);
  if (name === wholeModule || (name === 'default' && !hasEsExports(module)))
    return whole
      ? resolveTarget(modules, path, whole, depth + 1)
      : moduleAsDeclaration(modules, path, module);
  if (whole) {
    const value = resolveTarget(modules, path, whole, depth + 1);
    const member = typeof value === 'string' ? undefined : value.declaration.members?.get(name);
    if (typeof value === 'string') return value;
    if (member) return resolveAlias(modules, { ...value, declaration: member }, depth + 1);
    if (value.declaration.isOpen) return 'unknown';
  }
  return resolveThroughStars(modules, path, module, name, depth);
}

function resolveThroughStars(
  modules: ScriptModules,
  path: string,
  module: ScriptModule,
  name: string,
  depth: number,
): Resolution {
  let isUnknown = false;
  for (const star of module.stars) {
    const found = star === unknownModule ? 'unknown' : resolveImported(modules, path, star, name, depth + 1);
    if (typeof found !== 'string') return found;
    isUnknown ||= found !== 'missing';
  }
  return isUnknown ? 'unknown' : 'missing';
}

const hasEsExports = (module: ScriptModule) =>
  module.exports.has('default') || [...module.exports.keys()].length === 0;

function moduleAsDeclaration(modules: ScriptModules, path: string, module: ScriptModule): Located {
  const { names, isOpen } = listExports(modules, path);
  const members = new Map<string, Declaration>();
  for (const [name, found] of names)
    members.set(
      name,
      typeof found === 'string' ? { kind: 'value', signature: name, isOpen: true } : found.declaration,
    );
  return {
    declaration: { kind: 'module', signature: `module ${path}`, members, ...(isOpen && { isOpen }) },
    path,
    isTyped: module.isTyped,
  };
}

interface AllMembers {
  members: Map<string, Declaration>;
  unreadBases: Set<string>;
  ancestors: Set<string>;
}

/** The members of a declaration with the inherited ones, and the bases that could not be read. */
export function allMembers(
  modules: ScriptModules,
  { declaration, path }: Located,
  depth = 0,
  // Interfaces that extend each other crosswise can be reached on a million paths.
  known = new Map<Declaration, AllMembers>(),
): AllMembers {
  const members = new Map(declaration.members);
  const unreadBases = new Set<string>();
  const ancestors = new Set(declaration.bases);
  for (const base of declaration.bases ?? []) {
    const found = depth > 20 ? 'unknown' : resolveLocal(modules, path, base);
    if (typeof found === 'string') {
      unreadBases.add(base);
      continue;
    }
    const inherited = known.get(found.declaration) ?? allMembers(modules, found, depth + 1, known);
    for (const unread of inherited.unreadBases) unreadBases.add(unread);
    for (const ancestor of inherited.ancestors) ancestors.add(ancestor);
    ancestors.add(nameOf(found.declaration));
    for (const [name, member] of inherited.members) if (!members.has(name)) members.set(name, member);
  }
  const all = { members, unreadBases, ancestors };
  known.set(declaration, all);
  return all;
}

/** The name in `class Name …`; an import may have given it another one. */
const nameOf = ({ signature }: Declaration) => /^(?:class|interface) ([\w$]+)/.exec(signature)?.[1] ?? '';
