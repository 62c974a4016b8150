import type { Declaration } from '../surface/declaration.ts';
import { isNonProductFile, isPython } from '../surface/product-files.ts';
import type { PythonImport, PythonModule } from '../surface/python/parse-python.ts';
import type { Claims } from './claims.ts';
import { compareDeclarations, type Shape, softened } from './compare-declarations.ts';
import { gradeLostBases } from './lost-bases.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { bridgeModule, ownValue } from './rules/name-rules.ts';
import type { Side, SideName, SourceTree } from './source-tree.ts';

const sides: readonly SideName[] = ['before', 'after'];
const roundsMax = 8;
const depthMax = 20;
const packagesMax = 400;
const modulesMax = 100;

interface Located {
  declaration: Declaration;
  path: string;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** True if others can import the module: it belongs to an installable package, and no name begins with `_`. */
function isPublicModule(path: string, tree: SourceTree, sideName: SideName): boolean {
  const side = tree[sideName];
  if (!path.endsWith('.py') || isNonProductFile(path)) return false;
  const segments = path.split('/');
  if (segments.some((segment) => /^_(?!_init__\.py$)/.test(segment))) return false;
  const folder = folderOf(path);
  for (let at = folder; at !== ''; at = folderOf(at.slice(0, -1)))
    if (side.has(`${at}__init__.py`)) return true;
  return folder === '' || folder === 'src/'
    ? !/^(?:setup|manage|main|app|wsgi|asgi|run|config)\.py$/.test(segments.at(-1) as string) &&
        isShippedAlone(path, tree, sideName)
    : false;
}

const packageManifests = ['setup.py', 'setup.cfg', 'pyproject.toml'];

const knownPackages = new WeakMap<Side, boolean>();

/** Searches the files of a side once, however many modules are at its root. */
function hasPackage(side: Side): boolean {
  const known = knownPackages.get(side);
  if (known !== undefined) return known;
  const found = [...side.keys()].some((path) => isRootOfPackage.test(path) && !isNonProductFile(path));
  knownPackages.set(side, found);
  return found;
}

/** If there is a package, a module beside it is shipped only if a manifest names it; others help to build or to develop. */
function isShippedAlone(path: string, tree: SourceTree, side: SideName): boolean {
  if (!hasPackage(tree[side])) return true;
  const texts = packageManifests.map((manifest) => tree.file(side, manifest)?.text ?? '').join('\n');
  const name = path.replace(/^src\/|\.py$/g, '');
  if (!/^\w+$/.test(name)) return false;
  const isNamed = new RegExp(`["'](?:src/)?${name}(?:\\.py)?["']|^py_modules\\s*=[^[=]*\\b${name}\\b`, 'm');
  return texts === '\n\n' || /py[_-]modules[^\]]{0,300}glob\(/.test(texts) || isNamed.test(texts);
}

/** Reads the changed modules and those that they import names from. */
export async function loadPythonModules(tree: SourceTree, changed: readonly string[]): Promise<string[]> {
  if (!isLibrary(tree) || !changed.some(isPython)) return [];
  await tree.load(sides.flatMap((side) => packageManifests.map((path) => [side, path] as const)));
  const modules = [
    ...new Set([
      ...changed.filter((path) => isPython(path) && sides.some((side) => isPublicModule(path, tree, side))),
      ...packagesOf(tree),
    ]),
  ];
  const reached = new Map<string, Set<string>>();
  for (const side of sides) {
    const seen = new Set<string>();
    let pending: string[] = modules.filter((path) => tree[side].has(path));
    for (let round = 0; pending.length > 0 && round < roundsMax; round++) {
      for (const path of pending) seen.add(path);
      await tree.load(pending.map((path) => [side, path] as const));
      const next = new Set<string>();
      for (const path of pending)
        for (const from of importsBehind(path, tree.file(side, path)?.python)) {
          const found = findModule(tree[side], path, from);
          if (found === undefined) continue;
          reached.set(path, (reached.get(path) ?? new Set()).add(found));
          if (!seen.has(found)) next.add(found);
        }
      pending = [...next];
    }
  }
  return modules.filter(reachesAny(new Set(changed), reached));
}

/**
 * The packages that others can import, and the modules directly below the outermost ones. An unchanged package may
 * export names of a changed module.
 */
const packagesOf = (tree: SourceTree) => {
  const modules = [...tree.after.keys()].filter((path) => isPublicModule(path, tree, 'after'));
  return [
    ...modules.filter((path) => path.endsWith('/__init__.py')).slice(0, packagesMax),
    ...modules.filter((path) => /^(?:src\/|lib\/)?[^/]+\/[^/]+\.py$/.test(path)).slice(0, modulesMax),
  ];
};

/** True if a module changed, or imports names from one that did. */
function reachesAny(changed: ReadonlySet<string>, reached: ReadonlyMap<string, ReadonlySet<string>>) {
  const reaches = (path: string, seen: Set<string>): boolean => {
    if (changed.has(path)) return true;
    seen.add(path);
    return [...(reached.get(path) ?? [])].some((next) => !seen.has(next) && reaches(next, seen));
  };
  return (path: string) => reaches(path, new Set());
}

/** True if it has a name that an installer knows. */
const isLibrary = (tree: SourceTree) =>
  [...tree.after.keys()].some(
    (path) =>
      /^(?:[\w.-]+\/)?setup\.(?:py|cfg)$/.test(path) ||
      (/^(?:[\w.-]+\/)?pyproject\.toml$/.test(path) &&
        /^\[(?:project|tool\.poetry|tool\.flit\.metadata|build-system)\]/m.test(
          tree.file('after', path)?.text ?? '[project]',
        )),
  );

function importsBehind(path: string, module: PythonModule | undefined): string[] {
  if (!module) return [];
  const names = new Set<string>();
  for (const { bases, alias } of module.declarations.values()) {
    for (const base of bases ?? []) names.add(base.replace(/\..*$/, ''));
    if (alias !== undefined) names.add(alias);
  }
  const needed = new Set(module.stars);
  for (const [name, imported] of module.imports)
    if (names.has(name) || module.all?.has(name) || isOffered(path, module, name))
      needed.add(imported.from).add(asModule(imported));
  return [...needed];
}

/**
 * True if a module offers a name that it imports: it lists the name, or imports it from its own package and either is a
 * package itself or declares nothing.
 */
function isOffered(path: string, { imports, declarations }: PythonModule, name: string): boolean {
  const imported = imports.get(name);
  if (!imported || name.startsWith('_')) return false;
  const { from, isRepeated } = imported;
  const isOwn = from.startsWith('.') || path.split('/').includes(from.split('.')[0] as string);
  return isRepeated || (isOwn && (path.endsWith('/__init__.py') || declarations.size === 0));
}

/** The path of an imported name, if it is a module: `package.part` of `from package import part`. */
const asModule = ({ from, name }: PythonImport) =>
  name === '*' ? from : `${from}${from.endsWith('.') ? '' : '.'}${name}`;

/** The file of `.x`, `..x` or `package.x`. */
function findModule(side: Side, importer: string, from: string): string | undefined {
  const [, dots = '', name = ''] = /^(\.*)(.*)$/.exec(from) ?? [];
  const rest = name === '' ? '' : name.replaceAll('.', '/');
  let folder = folderOf(importer);
  for (let up = 1; up < dots.length; up++) folder = folderOf(folder.slice(0, -1));
  const roots = dots === '' ? ['', 'src/', 'lib/', folderOf(folder.slice(0, -1))] : [folder];
  return roots
    .flatMap((root) =>
      rest === '' ? [`${root}__init__.py`] : [`${root}${rest}.py`, `${root}${rest}/__init__.py`],
    )
    .find((path) => side.has(path));
}

export function comparePythonModules(tree: SourceTree, modules: readonly string[], claims: Claims): void {
  const declaredAfter = new Set(
    modules.flatMap((path) => [...(tree.file('after', path)?.python?.declarations.keys() ?? [])]),
  );
  const offered = namesOfPackages(tree, modules);
  for (const path of [...modules].sort()) {
    const was = tree.file('before', path)?.python;
    const is = tree.file('after', path)?.python;
    if (was && isPublicModule(path, tree, 'before') && (is || !tree.after.has(path))) {
      const now = tree.after.has(path) ? path : sameModule(path, tree.after);
      compareModule(
        tree,
        path,
        was,
        now,
        tree.file('after', now)?.python,
        { declaredAfter, offered },
        claims,
      );
    }
    const isMoved = !tree.before.has(path) && tree.before.has(sameModule(path, tree.before));
    if (is && !isMoved && isPublicModule(path, tree, 'after') && (was || !tree.before.has(path)))
      for (const name of publicNames(path, is))
        if (!was || !hasName(was, name)) {
          const found = resolve(tree, 'after', path, name);
          if (found && !found.declaration.isInternal)
            claims.add({
              area: 'export',
              change: 'added',
              name,
              path,
              after: found.declaration.signature,
              verdict: { grade: 'changed', reason: '' },
            });
        }
  }
}

/** The same import path below another source folder: `requests/api.py` and `src/requests/api.py`. */
const sameModule = (path: string, side: Side) =>
  [`src/${path}`, path.replace(/^(?:src|lib)\//, '')].find((other) => other !== path && side.has(other)) ??
  path;

function compareModule(
  tree: SourceTree,
  path: string,
  was: PythonModule,
  pathAfter: string,
  is: PythonModule | undefined,
  { declaredAfter, offered }: { declaredAfter: ReadonlySet<string>; offered: ReadonlySet<string> },
  claims: Claims,
): void {
  const versions = isRootOfPackage.test(path)
    ? [...was.declarations.keys(), ...was.imports.keys()].filter(isVersion)
    : [];
  for (const name of new Set([...publicNames(path, was), ...versions])) {
    const before = resolve(tree, 'before', path, name) ?? handedOn(path, was, name);
    if (!before || before.declaration.isInternal) continue;
    // `to_thread.run_sync`: modules that only re-export often have the same short names.
    const told = was.declarations.size === 0 ? `${prefixOf(path)}${name}` : name;
    if (is && !hasName(is, name) && is.lazyNames.has(name)) {
      if (is.isLazyDeprecated)
        claims.add({
          area: 'export',
          change: 'deprecated',
          name: told,
          path,
          after: before.declaration.signature,
          verdict: { grade: 'changed', reason: '' },
        });
      continue;
    }
    if (!is || !hasName(is, name)) {
      // Code that imports it from the package does not notice the move.
      const isUncertain =
        (declaredAfter.has(name) && offered.has(name)) ||
        bridgeModule.test(path) ||
        (is?.isOpen && !was.isOpen) ||
        (is?.stars.length ?? 0) > was.stars.length ||
        is?.declarations.has('__getattr__');
      claims.add({
        area: 'export',
        change: 'removed',
        name: told,
        path,
        before: before.declaration.signature,
        verdict: verdictOf(
          isUncertain ? 'may break' : 'breaks',
          declaredAfter.has(name) ? 'inOtherModule' : 'goneFromModule',
        ),
      });
      continue;
    }
    if (isVersion(name)) continue;
    const after = resolve(tree, 'after', pathAfter, name);
    if (!after || !isTouched(tree, before, after)) continue;
    const shapes = [shapeOf(tree, 'before', before), shapeOf(tree, 'after', after)] as const;
    const rebased = gradeLostBases(basesOutside(tree, 'before', before), basesOutside(tree, 'after', after));
    if (rebased && after.declaration.kind === 'class')
      claims.add({
        area: 'export',
        change: 'changed',
        name: told,
        path: after.path,
        before: before.declaration.signature,
        after: after.declaration.signature,
        verdict: rebased,
      });
    for (const { member, change, before: old, after: now, verdict } of compareDeclarations(
      ...shapes,
      'python',
    )) {
      // Attributes without a declaration are usually for the class itself, unless a package offers the class at its
      // root.
      const isForOthers =
        !shapes[0].members.get(member ?? '')?.assignedIn ||
        (isRootOfPackage.test(path) && was.all?.has(name));
      claims.add({
        area: 'export',
        change,
        name: member === undefined ? told : `${told}.${member}`,
        path: change === 'removed' ? before.path : after.path,
        ...(old !== undefined && { before: old }),
        ...(now !== undefined && { after: now }),
        verdict: isForOthers ? verdict : softened(verdict),
        ...(shapes[0].ancestors && { ancestors: shapes[0].ancestors }),
      });
    }
  }
}

/** `to_thread.` for a module; a package is named by its exports. */
const prefixOf = (path: string) =>
  path.endsWith('/__init__.py') ? '' : path.replace(/^.*\//, '').replace(/py$/, '');

/** True for a name of another package that the module lists in its `__all__`. */
const handedOn = (path: string, { all, imports }: PythonModule, name: string): Located | undefined =>
  all?.has(name) && imports.has(name)
    ? { declaration: { kind: 'value', signature: name, isOpen: true }, path }
    : undefined;

/** The names that packages offer on both sides. */
function namesOfPackages(tree: SourceTree, modules: readonly string[]): Set<string> {
  const packages = modules.filter((path) => path.endsWith('/__init__.py'));
  const [before, after] = sides.map(
    (side) =>
      new Set(
        packages.flatMap((path) => {
          const module = tree.file(side, path)?.python;
          return module && isPublicModule(path, tree, side) ? publicNames(path, module) : [];
        }),
      ),
  );
  return before && after ? before.intersection(after) : new Set();
}

const isRootOfPackage = /^(?:src\/|lib\/)?[^/]+\/__init__\.py$/;

/** True unless the blob is the same and inherits nothing from other files. */
const isTouched = (tree: SourceTree, before: Located, after: Located) =>
  before.path !== after.path ||
  tree.before.get(before.path) !== tree.after.get(after.path) ||
  before.declaration.bases !== undefined;

/** The names of `__all__`; without it, the names that the module declares or explicitly exports. */
function publicNames(path: string, module: PythonModule): string[] {
  if (module.all) return [...module.all];
  const own = [...module.declarations].flatMap(([name, { kind, alias }]) =>
    name.startsWith('_') || (kind === 'value' && alias === undefined && ownValue.test(name)) ? [] : [name],
  );
  const imported = [...module.imports.keys()].filter((name) => isOffered(path, module, name));
  return [...new Set([...own, ...imported])];
}

/** True for version names, which others read although they look private and no `__all__` lists them. */
const isVersion = (name: string) => name === '__version__' || name === '__version_info__';

const hasName = (module: PythonModule, name: string) =>
  module.declarations.has(name) || module.imports.has(name) || module.all?.has(name) === true;

function resolve(
  tree: SourceTree,
  side: SideName,
  path: string,
  name: string,
  depth = 0,
): Located | undefined {
  const module = tree.file(side, path)?.python;
  if (!module || depth > depthMax) return undefined;
  const own = module.declarations.get(name);
  if (own?.alias !== undefined)
    return resolve(tree, side, path, own.alias, depth + 1) ?? { declaration: own, path };
  if (own) return { declaration: own, path };
  // `part.Base`, where `part` is an imported module.
  const [, head, rest] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
  const part = module.imports.get(head ?? '');
  if (part && rest !== undefined) {
    const from = findModule(tree[side], path, asModule(part));
    return from === undefined ? undefined : resolve(tree, side, from, rest, depth + 1);
  }
  const imported = module.imports.get(name);
  if (imported) {
    const from = findModule(tree[side], path, imported.from);
    return from === undefined ? undefined : resolve(tree, side, from, imported.name, depth + 1);
  }
  for (const star of module.stars) {
    const from = findModule(tree[side], path, star);
    const found = from === undefined ? undefined : resolve(tree, side, from, name, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The full names of the classes of other packages and of the language that a class inherits from. */
function basesOutside(
  tree: SourceTree,
  side: SideName,
  { declaration, path }: Located,
  depth = 0,
  seen = new Set<Declaration>(),
): Set<string> {
  const names = new Set<string>();
  for (const base of declaration.bases ?? []) {
    const found = depth > depthMax ? undefined : resolve(tree, side, path, base);
    if (found) {
      // Classes that inherit from each other crosswise can be reached on a million paths.
      if (seen.has(found.declaration)) continue;
      seen.add(found.declaration);
      for (const name of basesOutside(tree, side, found, depth + 1, seen)) names.add(name);
    } else {
      const [head = '', ...rest] = base.split('.');
      const imported = tree.file(side, path)?.python?.imports.get(head);
      names.add([...(imported ? [asModule(imported)] : [head]), ...rest].join('.'));
    }
  }
  return names;
}

function shapeOf(
  tree: SourceTree,
  side: SideName,
  { declaration, path }: Located,
  depth = 0,
  known = new Map<Declaration, Shape>(),
): Shape {
  const members = new Map(declaration.members);
  const unreadBases = new Set<string>();
  const ancestors = new Set(declaration.bases);
  for (const base of declaration.bases ?? []) {
    const found = depth > depthMax ? undefined : resolve(tree, side, path, base);
    const inherited = found && (known.get(found.declaration) ?? shapeOf(tree, side, found, depth + 1, known));
    if (!inherited) unreadBases.add(base.replace(/^.*\./, ''));
    for (const unread of inherited?.unreadBases ?? []) unreadBases.add(unread);
    for (const ancestor of inherited?.ancestors ?? []) ancestors.add(ancestor);
    if (found) ancestors.add(/^class (\w+)/.exec(found.declaration.signature)?.[1] ?? base);
    for (const [name, member] of inherited?.members ?? []) if (!members.has(name)) members.set(name, member);
  }
  const shape = { declaration, members, unreadBases, ancestors };
  known.set(declaration, shape);
  return shape;
}
