import type { Declaration } from '../surface/declaration.ts';
import type { GoFile } from '../surface/go/parse-go.ts';
import { isGo, isNonProductFile } from '../surface/product-files.ts';
import type { Claims } from './claims.ts';
import { compareDeclarations, type Shape, softened } from './compare-declarations.ts';
import { compareGoModules } from './compare-go-modules.ts';
import { compareImportedTypes, ownModulesOf } from './compare-imported-types.ts';
import type { GoPackage } from './go-package.ts';
import type { GoTypes } from './grade-calls.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { rarePlatform } from './rules/name-rules.ts';
import type { SideName, SourceTree } from './source-tree.ts';

const sides: readonly SideName[] = ['before', 'after'];

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const isPublicGoFile = (path: string) =>
  isGo(path) && !isNonProductFile(path) && !/(?:^|\/)(?:internal|cmd|_[^/]*)\//.test(path);

/** Reads all files of the Go packages that the change touches, because methods and embedded types may be in any of them. */
export async function loadGoPackages(tree: SourceTree, changed: readonly string[]): Promise<Set<string>> {
  const folders = new Set(changed.filter(isPublicGoFile).map(folderOf));
  if (folders.size === 0) return folders;
  const siblings = sides.flatMap((side) =>
    [...tree[side].keys()]
      .filter((path) => isPublicGoFile(path) && (folders.has(folderOf(path)) || isRootFile(path)))
      .map((path) => [side, path] as const),
  );
  await tree.load(siblings);
  return folders;
}

const isRootFile = (path: string) => !path.includes('/');

/** True for a program with a main package at its root, which offers no packages to others. */
function isApplication(tree: SourceTree, side: SideName): boolean {
  const files = [...tree[side].keys()].filter(isGo);
  const root = files.filter((path) => isRootFile(path) && isPublicGoFile(path));
  if (root.some((path) => isProgram(tree.file(side, path)?.go))) return true;
  return root.length === 0 && files.some((path) => /^(?:cmd\/(?:[^/]+\/)?|bin\/[^/]+\/)main\.go$/.test(path));
}

const isProgram = (file: GoFile | undefined) => file?.package === 'main' && !file.isIgnored;

/** Returns whether the repository offers packages to others. */
export function compareGoPackages(tree: SourceTree, folders: Set<string>, claims: Claims): boolean {
  if (folders.size === 0 || isApplication(tree, 'after')) return false;
  const ownModules = ownModulesOf(tree);
  for (const claim of compareGoModules(tree, isPublicGoFile)) claims.add(claim);
  const added = newPackages(tree, folders);
  for (const folder of [...folders].sort()) {
    const was = readPackage(tree, 'before', folder);
    const stayed = readPackage(tree, 'after', folder);
    const isRemoved = was !== undefined && !stayed && isGone(tree, folder);
    const moved = isRemoved ? findMoved(was, added) : undefined;
    if (isRemoved && (moved || folder !== ''))
      claims.add({
        area: 'export',
        change: 'removed',
        name: folder.slice(0, -1) || was.name,
        path: [...was.paths.values()][0] ?? folder,
        before: `package ${folder.slice(0, -1) || was.name}`,
        isPackage: true,
        verdict: verdictOf('breaks', 'goPackageGone'),
      });
    const is = stayed ?? moved;
    if (!was || !is) continue;
    for (const [name, old] of was.shapes) {
      const now = is.shapes.get(name);
      const path = was.paths.get(name) as string;
      if (!now)
        claims.add({
          area: 'export',
          change: 'removed',
          name,
          path,
          before: old.declaration.signature,
          verdict: verdictOf('breaks', 'goneFromGoPackage'),
        });
      else compareOne(name, old, now, is, path, claims);
    }
    for (const claim of compareImportedTypes(was, is, ownModules)) claims.add(claim);
    for (const [name, now] of is.shapes)
      if (!was.shapes.has(name))
        claims.add({
          area: 'export',
          change: 'added',
          name,
          path: is.paths.get(name) as string,
          after: now.declaration.signature,
          verdict: { grade: 'changed', reason: '' },
        });
  }
  return true;
}

/** True if no file of the package is left. A package that could not be read, or became a program, still exists. */
const isGone = (tree: SourceTree, folder: string) =>
  ![...tree.after.keys()].some(
    (path) => folderOf(path) === folder && isGo(path) && !path.endsWith('_test.go'),
  );

/** The packages in folders that had no Go file before. */
function newPackages(tree: SourceTree, folders: ReadonlySet<string>): GoPackage[] {
  const known = new Set([...tree.before.keys()].filter(isGo).map(folderOf));
  return [...folders].flatMap((folder) =>
    known.has(folder) ? [] : (readPackage(tree, 'after', folder) ?? []),
  );
}

/** The new place of a package whose folder is gone: a package of the same name with most of its declarations. */
const findMoved = (was: GoPackage, added: readonly GoPackage[]) =>
  added.find(
    ({ name, shapes }) =>
      name === was.name &&
      [...was.shapes.keys()].filter((one) => shapes.has(one)).length * 2 > was.shapes.size,
  );

function compareOne(
  name: string,
  was: Shape,
  is: Shape,
  { types, paths }: GoPackage,
  path: string,
  claims: Claims,
): void {
  for (const { member, change, before, after, verdict } of compareDeclarations(was, is, 'go', types)) {
    const full = member === undefined ? name : `${name}.${member}`;
    claims.add({
      area: 'export',
      change,
      name: full,
      path: (change === 'removed' ? undefined : paths.get(full)) ?? paths.get(name) ?? path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(is.ancestors && { ancestors: is.ancestors }),
      verdict: rarePlatform.test(paths.get(name) ?? path) ? softened(verdict) : verdict,
    });
  }
}

/** The exported declarations of a folder; undefined if it is a program, is gone or could not be read. */
function readPackage(tree: SourceTree, side: SideName, folder: string): GoPackage | undefined {
  const declarations = new Map<string, Declaration>();
  const methods = new Map<string, Map<string, Declaration>>();
  const paths = new Map<string, string>();
  const imports: GoPackage['imports'] = new Map();
  const files: GoFile[] = [];
  for (const path of tree[side].keys()) {
    if (folderOf(path) !== folder || !isPublicGoFile(path)) continue;
    const file = tree.file(side, path)?.go;
    if (file?.isIgnored) continue;
    // An unread file may declare anything.
    if (!file || file.package === 'main') return undefined;
    files.push(file);
    imports.set(path, file.imports);
    for (const [name, declaration] of file.declarations) {
      declarations.set(name, declaration);
      paths.set(name, path);
    }
    for (const [owner, list] of file.methods) {
      methods.set(owner, new Map([...(methods.get(owner) ?? []), ...list]));
      for (const name of list.keys()) paths.set(`${owner}.${name}`, path);
      if (!paths.has(owner)) paths.set(owner, path);
    }
  }
  if (files.length === 0) return undefined;
  const shapes = new Map<string, Shape>();
  for (const [name, declaration] of declarations)
    shapes.set(name, shapeOf(name, declaration, declarations, methods));
  // Methods of a type that only another build of the package declares.
  for (const [owner, list] of methods)
    if (!declarations.has(owner) && /^\p{Lu}/u.test(owner))
      shapes.set(owner, {
        declaration: { kind: 'class', signature: `type ${owner}`, members: new Map(), isOpen: true },
        members: list,
        unreadBases: new Set(),
      });
  return { name: files[0]?.package ?? '', shapes, paths, types: typesOf(declarations), imports };
}

function shapeOf(
  name: string,
  declaration: Declaration,
  declarations: Map<string, Declaration>,
  methods: Map<string, Map<string, Declaration>>,
  depth = 0,
  /** Structs that embed each other crosswise can be reached on a million paths, so each is visited once. */
  known = new Map<string, Shape>(),
): Shape {
  const members = new Map([...(declaration.members ?? []), ...(methods.get(name) ?? [])]);
  const unreadBases = new Set<string>();
  const ancestors = new Set<string>();
  for (const base of declaration.bases ?? []) {
    ancestors.add(base);
    const found = declarations.get(base);
    const inherited =
      depth > 10
        ? undefined
        : found
          ? (known.get(base) ?? shapeOf(base, found, declarations, methods, depth + 1, known))
          : methodsOnly(base, methods);
    if (!inherited) unreadBases.add(base);
    for (const [member, made] of inherited?.members ?? [])
      if (!members.has(member)) members.set(member, made);
    for (const unread of inherited?.unreadBases ?? []) unreadBases.add(unread);
    for (const ancestor of inherited?.ancestors ?? []) ancestors.add(ancestor);
  }
  const hasMembers = declaration.members !== undefined || methods.has(name);
  const shape = {
    declaration: hasMembers ? { ...declaration, members } : declaration,
    members,
    unreadBases,
    ancestors,
  };
  known.set(name, shape);
  return shape;
}

/** An embedded type that is not exported is known only by its methods. */
const methodsOnly = (base: string, methods: Map<string, Map<string, Declaration>>): Shape | undefined => {
  const members = methods.get(base);
  return (
    members && {
      declaration: { kind: 'class', signature: base, members },
      members,
      unreadBases: new Set([base]),
    }
  );
};

const typesOf = (declarations: Map<string, Declaration>): GoTypes =>
  new Map(
    [...declarations].flatMap(([name, { kind, signature, type }]) => {
      if (kind !== 'type') return [];
      const alias = / = (.+)$/.exec(signature)?.[1];
      const text = alias ?? type?.[0];
      return text === undefined ? [] : [[name, { text, isAlias: alias !== undefined }] as const];
    }),
  );
