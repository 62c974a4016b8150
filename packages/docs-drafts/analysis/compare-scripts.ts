import type { Declaration } from '../surface/declaration.ts';
import {
  aliasTargets,
  type ImportAlias,
  isTypeScriptConfig,
  readPackageImports,
  readTypeScriptAliases,
} from '../surface/packages/import-aliases.ts';
import {
  isPackageManifest,
  type Manifest,
  parseManifest,
  readScriptPackage,
  type ScriptEntry,
  type ScriptPackage,
} from '../surface/packages/script-packages.ts';
import { isReadme } from '../surface/read-surface.ts';
import {
  allMembers,
  findModule,
  type Located,
  listExports,
  modulesBehind,
  type Resolution,
  resolveLocal,
  type ScriptModules,
} from '../surface/script/resolve-script.ts';
import { wholeModule } from '../surface/script/script-module.ts';
import type { Claims } from './claims.ts';
import { compareDeclarations, type Difference, type Shape, softened } from './compare-declarations.ts';
import { expandTypeNames, type FindType } from './expand-type-names.ts';
import { gravest } from './grade.ts';
import { isPlatformType } from './relate-types.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { unstableName } from './rules/name-rules.ts';
import type { SideName, SourceTree } from './source-tree.ts';
import { usesOfTypes } from './uses-of-types.ts';

const sides: readonly SideName[] = ['before', 'after'];
const roundsMax = 40;

/** The npm packages of each side, and how their files name each other. */
export type ScriptPackages = Record<SideName, SidePackages>;

interface SidePackages {
  byName: Map<string, ScriptPackage>;
  aliases: readonly ImportAlias[];
}

/** Reads the manifests and everything that the entries of their packages re-export. */
export async function loadScriptPackages(tree: SourceTree): Promise<ScriptPackages> {
  const manifests = sides.flatMap((side) =>
    [...tree[side].keys()].filter(isPackageManifest).map((path) => [side, path] as const),
  );
  const others = sides.flatMap((side) =>
    [...tree[side].keys()].filter(isPackageSetting).map((path) => [side, path] as const),
  );
  await tree.load([...manifests, ...others]);
  const packages: ScriptPackages = {
    before: { byName: new Map(), aliases: aliasesOf(tree, 'before') },
    after: { byName: new Map(), aliases: aliasesOf(tree, 'after') },
  };
  for (const [side, path] of manifests) {
    const manifest = manifestOf(tree, side, path);
    const npmignore = tree.file(side, path.replace(/package\.json$/, '.npmignore'))?.text;
    const readme = readmeOf(tree, side);
    const found = manifest && readScriptPackage(path, manifest, tree[side], { npmignore, readme });
    if (found) packages[side].byName.set(found.name, found);
  }
  for (const side of sides) await loadClosure(tree, side, packages[side]);
  return packages;
}

const isPackageSetting = (path: string) =>
  /(?:^|\/)\.npmignore$/.test(path) || isTypeScriptConfig(path) || isReadme(path);

/** The text of the README; undefined if there is none or no package was looked for. */
export function readmeOf(tree: SourceTree, side: SideName): string | undefined {
  const path = [...tree[side].keys()].find(isReadme);
  return path === undefined ? undefined : tree.file(side, path)?.text;
}

const aliasesOf = (tree: SourceTree, side: SideName): ImportAlias[] => {
  const textOf = (path: string) => tree.file(side, path)?.text;
  return [...tree[side].keys()].flatMap((path) => {
    if (isTypeScriptConfig(path)) return readTypeScriptAliases(path, textOf);
    return isPackageManifest(path) ? readPackageImports(path, textOf(path) ?? '') : [];
  });
};

/** True if npm leaves a source file out of its package on both sides. */
export function isLeftOut({ before, after }: ScriptPackages, path: string): boolean {
  const owners = [before, after].flatMap(
    ({ byName }) =>
      [...byName.values()]
        .filter(({ folder }) => path.startsWith(folder))
        .sort((a, b) => b.folder.length - a.folder.length)[0] ?? [],
  );
  return owners.length > 0 && owners.every(({ isPacked }) => isPacked?.(path) === false);
}

const manifestOf = (tree: SourceTree, side: SideName, path: string): Manifest | undefined => {
  const text = tree.file(side, path)?.text;
  return text === undefined ? undefined : parseManifest(text);
};

async function loadClosure(tree: SourceTree, side: SideName, packages: SidePackages): Promise<void> {
  const modules = modulesOf(tree, side, packages);
  const seen = new Set<string>();
  let pending = [...packages.byName.values()].flatMap(({ entries }) =>
    [...entries.values()].flatMap(filesOf),
  );
  for (let round = 0; pending.length > 0 && round < roundsMax; round++) {
    for (const path of pending) seen.add(path);
    await tree.load(pending.map((path) => [side, path] as const));
    const next = new Set<string>();
    for (const path of pending) {
      const module = modules.module(path);
      for (const specifier of module ? modulesBehind(module) : []) {
        const found = findModule(modules, path, specifier);
        if (found !== undefined && !seen.has(found)) next.add(found);
      }
    }
    pending = [...next];
  }
}

const filesOf = ({
  types,
  code,
  beside = [],
}: {
  types: string | undefined;
  code: string | undefined;
  beside?: string[];
}) => [types, code, ...beside].filter((path) => path !== undefined);

function modulesOf(tree: SourceTree, side: SideName, { byName, aliases }: SidePackages): ScriptModules {
  return {
    module: (path) => tree.file(side, path)?.script,
    hasFile: (path) => tree[side].has(path),
    packageEntry: (specifier) => {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
      const entry = byName.get(name)?.entries.get(`.${specifier.slice(name.length)}`);
      return entry?.types ?? entry?.code;
    },
    aliasTargets: (importer, specifier) => aliasTargets(aliases, importer, specifier),
  };
}

/** Compares what the packages export, entry by entry, wherever it is declared. */
export function compareScriptPackages(tree: SourceTree, packages: ScriptPackages, claims: Claims): void {
  const modules = {
    before: modulesOf(tree, 'before', packages.before),
    after: modulesOf(tree, 'after', packages.after),
  };
  for (const [name, was] of packages.before.byName) {
    const is = packages.after.byName.get(name);
    if (!is) continue;
    if (offersRequire(was) && !offersRequire(is))
      claims.add({
        area: 'export',
        change: 'changed',
        name,
        path: is.manifestPath,
        before: `require('${name}')`,
        after: `import '${name}'`,
        verdict: verdictOf('breaks', 'onlyModule'),
      });
    for (const [subpath, entry] of was.entries) {
      const now = is.entries.get(subpath);
      if (!now) {
        if (
          was.hasExportsField &&
          is.hasExportsField &&
          !is.patterns.some((pattern) => covers(pattern, subpath))
        )
          claims.add({
            area: 'export',
            change: 'removed',
            name: `${name}${subpath.slice(1)}`,
            path: was.manifestPath,
            before: `import '${name}${subpath.slice(1)}'`,
            verdict: verdictOf('breaks', 'pathGone'),
          });
        continue;
      }
      const into = entry.isDeep ? softenedClaims(claims) : claims;
      for (const [old, other] of comparableFiles(entry, now))
        compareEntries(tree, modules, old, other, name, into);
      for (const path of entry.beside ?? [])
        if (now.beside?.includes(path)) compareEntries(tree, modules, path, path, name, into);
    }
  }
}

/**
 * Compares types with types and code with code. If only one side separates them, it is compared with what the other
 * has.
 */
function comparableFiles(was: ScriptEntry, is: ScriptEntry): [was: string, is: string][] {
  const pairs = (['types', 'code'] as const).flatMap((kind): [string, string][] => {
    const [old, now] = [was[kind], is[kind]];
    return old === undefined || now === undefined ? [] : [[old, now]];
  });
  const [old, now] = [was.types ?? was.code, is.types ?? is.code];
  return pairs.length > 0 || old === undefined || now === undefined ? pairs : [[old, now]];
}

/** Downgrades claims about exports by a catch-all pattern, which are usually not meant for others. */
const softenedClaims = (claims: Claims): Claims => ({
  ...claims,
  add: (claim) => claims.add({ ...claim, verdict: softened(claim.verdict) }),
});

/** Whether the package has a file that every version of Node.js can `require`. */
function offersRequire({ manifest }: ScriptPackage): boolean {
  const isModule = manifest.type === 'module';
  const targets = JSON.stringify(manifest.exports ?? manifest.main ?? './index.js');
  return !isModule || /"require"|\.cjs"/.test(targets);
}

const covers = (pattern: string, subpath: string) => {
  const [start = '', end = ''] = pattern.split('*');
  return subpath.startsWith(start) && subpath.endsWith(end);
};

function compareEntries(
  tree: SourceTree,
  modules: Record<SideName, ScriptModules>,
  was: string,
  is: string,
  packageName: string,
  claims: Claims,
): void {
  const [old, now] = [listExports(modules.before, was), listExports(modules.after, is)];
  if (old.names.size === 0 || (now.names.size === 0 && now.isOpen)) return;
  const { onlyRead, onlyWritten } = usesOfTypes(
    new Map(
      [...old.names].flatMap(([name, found]) =>
        typeof found === 'string' ? [] : [[name, found.declaration] as const],
      ),
    ),
  );
  for (const [exported, before] of old.names) {
    const name = exported === wholeModule ? packageName : exported;
    if (typeof before === 'string' || isHidden(name, before)) continue;
    const after = now.names.get(exported);
    if (after === undefined || after === 'missing') {
      if (exported === wholeModule) continue;
      const isCertain =
        !(now.isOpen && !old.isOpen) &&
        !unstableName.test(name) &&
        !(old.names.has(wholeModule) && isOnDefault(now.names.get('default'), exported));
      claims.add({
        area: 'export',
        change: 'removed',
        name,
        path: before.path,
        before: before.declaration.signature,
        verdict: verdictOf(isCertain ? 'breaks' : 'may break', 'goneFromPackage', packageName),
      });
    } else if (typeof after !== 'string' && isTouched(tree, before, after))
      addDifferences(
        name,
        ...withoutTypeNames(
          {
            ...shapeOf(modules.before, before, exported),
            isOnlyRead: onlyRead.has(exported),
            isOnlyWritten: onlyWritten.has(exported),
          },
          shapeOf(modules.after, after, exported),
          typesOf(modules.before, before.path),
          typesOf(modules.after, after.path),
        ),
        before,
        after,
        claims,
      );
  }
  for (const [exported, after] of now.names)
    if (
      !old.names.has(exported) &&
      typeof after !== 'string' &&
      !isHidden(exported, after) &&
      exported !== wholeModule
    )
      claims.add({
        area: 'export',
        change: 'added',
        name: exported,
        path: after.path,
        after: after.declaration.signature,
        verdict: { grade: 'changed', reason: '' },
      });
}

const isHidden = (name: string, found: Resolution) =>
  /^_/.test(name) || (typeof found !== 'string' && found.declaration.isInternal === true);
/** A module that `require` returned as a whole may have become a default export with the same members. */
const isOnDefault = (found: Resolution | undefined, member: string) =>
  found !== undefined &&
  (typeof found === 'string' ||
    found.declaration.isOpen === true ||
    found.declaration.members?.has(member) === true);

/** True unless the blob is the same and inherits nothing from other files. */
const isTouched = (tree: SourceTree, before: Located, after: Located) =>
  before.path !== after.path ||
  tree.before.get(before.path) !== tree.after.get(after.path) ||
  before.declaration.bases !== undefined ||
  before.declaration.kind === 'module';

/** The members of a whole module are exports themselves and are compared as such. */
const shapeOf = (modules: ScriptModules, located: Located, exported: string): Shape => {
  if (exported !== wholeModule) return { declaration: located.declaration, ...allMembers(modules, located) };
  const { members: _, ...declaration } = located.declaration;
  return { declaration, members: new Map(), unreadBases: new Set() };
};

/** The meaning of type names in a file. */
const typesOf =
  (modules: ScriptModules, path: string): FindType =>
  (name) => {
    const found = resolveLocal(modules, path, name);
    if (typeof found === 'string') return platformType(modules, path, name);
    const { declaration } = found;
    if (declaration.kind !== 'type' || !declaration.type) return declaration;
    const inside = declaration.type.flatMap((part) => {
      const [, head = ''] = /^([A-Z]\w*)(?:<.*>)?$/s.exec(part) ?? [];
      return platformType(modules, found.path, head)?.type ?? [part];
    });
    return { ...declaration, type: [...new Set(inside)].sort() };
  };

/** The original name of a class that a file imports from Node.js: `Readable` for `import { Readable as Stream }`. */
function platformType(modules: ScriptModules, path: string, name: string): Declaration | undefined {
  const imported = modules.module(path)?.imports.get(name);
  return imported && builtInModule.test(imported.from) && isPlatformType(imported.name)
    ? { kind: 'type', signature: `type ${name} = ${imported.name}`, type: [imported.name] }
    : undefined;
}

const builtInModule = /^(?:node:|(?:stream(?:\/web)?|buffer|url)$)/;

/** Expands type names that only one of the shapes mentions. */
function withoutTypeNames(was: Shape, is: Shape, before: FindType, after: FindType): [was: Shape, is: Shape] {
  const expand = (own: Shape, other: Shape, findType: FindType, findOther: FindType): Shape => ({
    ...own,
    declaration: expandTypeNames(own.declaration, other.declaration, findType, findOther),
    members: new Map(
      [...own.members].map(([name, member]) => {
        const same = other.members.get(name);
        return [name, same ? expandTypeNames(member, same, findType, findOther) : member];
      }),
    ),
  });
  return [expand(was, is, before, after), expand(is, was, after, before)];
}

function addDifferences(
  name: string,
  was: Shape,
  is: Shape,
  before: Located,
  after: Located,
  claims: Claims,
): void {
  const language = before.isTyped && after.isTyped ? 'typed script' : 'script';
  const differences = [...compareBases(was, is), ...compareDeclarations(was, is, language)].map(
    (difference) => ({
      ...difference,
      member: difference.member?.replace(/^static /, ''),
      verdict: unstableName.test(name) ? softened(difference.verdict) : difference.verdict,
    }),
  );
  // Users write an object type as a whole, so its members are reported together.
  const isObjectType = was.declaration.kind === 'interface';
  const together = isObjectType
    ? differences.filter(
        ({ change, member }) => change !== 'removed' && change !== 'deprecated' && member !== undefined,
      )
    : [];
  const worst = gravest(together.map(({ verdict }) => verdict));
  if (worst)
    claims.add({
      area: 'export',
      change: 'changed',
      name,
      path: after.path,
      before: [was.declaration.signature, ...linesOf(together.map(({ before: text }) => text))].join('\n'),
      after: [is.declaration.signature, ...linesOf(together.map(({ after: text }) => text))].join('\n'),
      verdict: {
        grade: worst.grade,
        reason: together
          .filter(({ verdict }) => verdict.grade === worst.grade && verdict.reason !== '')
          .map(({ member, verdict }) =>
            verdict.reason.includes(member as string) ? verdict.reason : `${member}: ${verdict.reason}`,
          )
          .join('; '),
      },
    });
  for (const { member, change, before: old, after: now, verdict } of differences.filter(
    (one) => !together.includes(one),
  ))
    claims.add({
      area: 'export',
      change,
      name: member === undefined || member === '()' ? name : `${name}.${member}`,
      path: change === 'removed' ? before.path : after.path,
      ...(old !== undefined && { before: old }),
      ...(now !== undefined && { after: now }),
      verdict,
      ...(was.ancestors && { ancestors: was.ancestors }),
    });
}

/** A class that no longer extends a class of another package has lost its inherited members. */
function compareBases(was: Shape, is: Shape): Difference[] {
  const lastParts = (names: Iterable<string>) => new Set([...names].map((name) => name.replace(/^.*\./, '')));
  const [old, now] = [lastParts(was.unreadBases), lastParts(is.unreadBases)];
  const [lost] = old.difference(now);
  const isClass = was.declaration.kind === 'class' && is.declaration.kind === 'class';
  if (!isClass || lost === undefined || now.difference(old).size > 0 || !/^\w+$/.test(lost)) return [];
  return [
    {
      member: undefined,
      change: 'changed',
      before: was.declaration.signature,
      after: is.declaration.signature,
      verdict: verdictOf('breaks', 'baseGone', lost),
    },
  ];
}

const linesOf = (texts: (string | undefined)[]) =>
  texts.flatMap((text) => (text === undefined ? [] : [`  ${text}`]));

/** The files whose exports belong to a public package; exports of other files are internal. */
export function publicScriptFiles(tree: SourceTree, packages: ScriptPackages): Set<string> {
  const files = new Set<string>();
  for (const side of sides) {
    const modules = modulesOf(tree, side, packages[side]);
    for (const { entries } of packages[side].byName.values())
      for (const entry of entries.values())
        for (const path of filesOf(entry)) {
          files.add(path);
          for (const found of listExports(modules, path).names.values())
            if (typeof found !== 'string') files.add(found.path);
        }
  }
  return files;
}
