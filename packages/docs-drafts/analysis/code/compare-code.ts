import { mergeCalls, mergeParts } from '../../surface/code/code-file.ts';
import {
  type CodeLanguage,
  type CodeLanguageName,
  codeLanguageNames,
  codeLanguages,
  mayClaimBreaks,
} from '../../surface/code/code-languages.ts';
import { isNonProductFile } from '../../surface/product-files.ts';
import type { Claim, Claims } from '../claims.ts';
import { softened } from '../compare-declarations.ts';
import type { Verdict } from '../grade.ts';
import type { SideName, SourceTree } from '../source-tree.ts';
import { compareCodeUnits } from '../surface-change.ts';
import type { CodeNames, LocatedCode } from './code-names.ts';
import { verdictOf } from './code-rules.ts';
import { compareCodeDeclarations } from './compare-code-declarations.ts';
import { mayComeFromMacro, readRustCrates } from './rust-crates.ts';

const sides: readonly SideName[] = ['before', 'after'];

/**
 * Beyond, only the changed files are read, and nothing is certainly gone. 2,000 files with 60 methods each take 207 MB, and
 * the heap of the process has 256 MB.
 */
const filesMax = 1_000;

/** The files of a language that the comparison reads. */
export interface CodeFiles {
  language: CodeLanguageName;
  paths: Record<SideName, string[]>;
  changed: ReadonlySet<string>;
  /** False if the repository has too many files to read them all. */
  isWhole: boolean;
}

const isProduct = (path: string, { files, leftOut }: CodeLanguage) =>
  files.test(path) && !leftOut.test(path) && !isNonProductFile(path);

/** Reads the files of each language with a changed file: a type may inherit from any of them, or be declared in parts. */
export async function loadCodeFiles(tree: SourceTree, changed: readonly string[]): Promise<CodeFiles[]> {
  const found: CodeFiles[] = [];
  for (const language of codeLanguageNames) {
    const table = codeLanguages[language];
    const own = new Set(changed.filter((path) => isProduct(path, table)));
    const isOffered = own.size > 0 ? await findLibraries(tree, language) : undefined;
    if (!isOffered) continue;
    const all = (side: SideName) =>
      [...tree[side].keys()]
        .filter((path) => isProduct(path, table) && isOffered(side, path))
        .sort(compareCodeUnits);
    const isWhole = all('after').length <= filesMax && all('before').length <= filesMax;
    const pathsOf = (side: SideName) => (isWhole ? all(side) : all(side).filter((path) => own.has(path)));
    const paths = { before: pathsOf('before'), after: pathsOf('after') };
    await tree.load(sides.flatMap((side) => paths[side].map((path) => [side, path] as const)));
    found.push({ language, paths, changed: own, isWhole });
  }
  return found;
}

/**
 * Which files others may use: those whose nearest manifest is one of a library. Undefined if the repository has no library of
 * the language.
 */
async function findLibraries(
  tree: SourceTree,
  language: CodeLanguageName,
): Promise<((side: SideName, path: string) => boolean) | undefined> {
  const { manifest, offered, program } = codeLanguages[language];
  if (!manifest) return () => true;
  const manifests = (side: SideName) => [...tree[side].keys()].filter((path) => manifest.test(path));
  await tree.load(sides.flatMap((side) => manifests(side).map((path) => [side, path] as const)));
  const isProgram = (side: SideName, path: string) =>
    program?.test(tree.file(side, path)?.text ?? '') === true;
  if (manifests('after').every((path) => isNonProductFile(path) || isProgram('after', path)))
    return undefined;
  const programs = { before: new Map<string, boolean>(), after: new Map<string, boolean>() };
  for (const side of sides)
    for (const path of manifests(side)) {
      const folder = folderOf(path);
      programs[side].set(folder, isProgram(side, path) && programs[side].get(folder) !== false);
    }
  const modules = [...tree.after.keys()].filter((path) => offered?.test(path)).map(moduleOf);
  return (side, path) => {
    if (modules.length > 0 && !modules.some((module) => path.startsWith(module))) return false;
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const isOfProgram = programs[side].get(folder);
      if (isOfProgram !== undefined || folder === '') return !isOfProgram;
    }
  };
}

/** `core/` of `core/api/core.api`. */
const moduleOf = (path: string) => path.replace(/(?:^|(?<=\/))api\/.*$/, '');

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Compares the public names of every language of the table. */
export function compareCode(tree: SourceTree, all: readonly CodeFiles[], claims: Claims): void {
  for (const files of all) {
    const isCertain = mayClaimBreaks(codeLanguages[files.language]);
    for (const claim of listCodeClaims(tree, files))
      claims.add(isCertain ? claim : { ...claim, verdict: softened(claim.verdict) });
  }
}

/** The claims of one language, whether or not it may say "breaks". */
export function listCodeClaims(tree: SourceTree, files: CodeFiles): Claim[] {
  const { language, changed, isWhole } = files;
  const unread = unreadPaths(tree, files);
  const before = readNames(tree, 'before', files, unread);
  const after = readNames(tree, 'after', files, unread);
  if (!before || !after) return [];
  // What an unread file declares is unknown, on both sides.
  const isPartial = unread.size > 0 || !isWhole;
  const isFromMacro = language === 'rust' ? mayComeFromMacro(tree, 'after', files.paths.after) : () => false;
  const shorts = Map.groupBy(after.keys(), shortName);
  const claim = (
    name: string,
    change: Claim['change'],
    paths: readonly string[],
    verdict: Verdict,
    texts: Pick<Claim, 'before' | 'after'>,
  ): Claim => ({
    area: 'export',
    change,
    name,
    path: paths.find((path) => changed.has(path)) ?? paths[0] ?? '',
    ...(texts.before !== undefined && { before: texts.before }),
    ...(texts.after !== undefined && { after: texts.after }),
    verdict,
  });
  const isBroken = (paths: readonly string[]) =>
    paths.some((path) => tree.file('after', path)?.code?.hasErrors === true);
  const list: Claim[] = [];
  for (const [name, was] of before) {
    const is = after.get(name);
    const { declaration: old, paths } = was;
    if (old.isInternal) continue;
    if (!is || is.declaration.isInternal) {
      // The member of a type that is gone goes with it.
      if (hasLostOwner(name, language, before, after)) continue;
      // Classes of the language are reopened, not offered.
      if (language === 'ruby' && ofRuby.test(name)) continue;
      const isDoubtful =
        isPartial ||
        hasOtherOwner(name, language, after) ||
        isBroken(paths) ||
        is !== undefined ||
        isFromMacro(shortName(name)) ||
        // The constructor of a type with the name of the function takes its place.
        (language === 'kotlin' && after.has(name.replace(/\(\)$/, '')));
      const verdict = verdictOf(isDoubtful ? 'perhapsRemoved' : 'removed');
      const text = is?.declaration.signature;
      list.push(
        claim(name, 'removed', paths, verdict, {
          before: old.signature,
          ...(text !== undefined && { after: text }),
        }),
      );
      continue;
    }
    if (![...paths, ...is.paths].some((path) => changed.has(path)) && language !== 'rust') continue;
    const inherits = (member: string, gone: Declaration) =>
      ofEveryObject[language]?.test(member)
        ? 'yes'
        : // What overrode a member of an unread base is still there without the override.
          findInherited(member, is, after, shorts, new Set(), new Set(isOverride(gone) ? [] : old.bases));
    const doubtful = isPartial || isBroken(is.paths);
    for (const { member, change, before: from, after: to, verdict } of compareCodeDeclarations(
      old,
      is.declaration,
      { language, inherits },
    )) {
      const isLost = change === 'removed' && (doubtful || (member !== undefined && isFromMacro(member)));
      list.push(
        claim(
          member === undefined ? name : memberName(name, member, language),
          change,
          change === 'removed' ? paths : is.paths,
          isLost ? softened(verdict) : verdict,
          { ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) },
        ),
      );
    }
  }
  const wasSealed = (base: string) =>
    shortsBefore.get(base)?.some((name) => before.get(name)?.declaration.modifiers?.includes('sealed')) ===
    true;
  const shortsBefore = Map.groupBy(language === 'kotlin' ? before.keys() : [], shortName);
  // Matches over all subtypes of a sealed type of Kotlin need no other case.
  const gradeNew = ({ bases = [] }: Declaration): Verdict => {
    const sealed = bases.find(wasSealed);
    return sealed === undefined ? { grade: 'changed', reason: '' } : verdictOf('newSubtype', sealed);
  };
  for (const [name, { declaration, paths }] of after)
    if (!before.has(name) && !declaration.isInternal && !hasLostOwner(name, language, after, before))
      list.push(claim(name, 'added', paths, gradeNew(declaration), { after: declaration.signature }));
  return list;
}

/** The changed files that one of the sides has and that could not be read there. */
function unreadPaths(tree: SourceTree, { paths, changed }: CodeFiles): Set<string> {
  return new Set(
    sides.flatMap((side) => paths[side].filter((path) => changed.has(path) && !tree.file(side, path)?.code)),
  );
}

function readNames(
  tree: SourceTree,
  side: SideName,
  { language, paths }: CodeFiles,
  unread: ReadonlySet<string>,
): CodeNames | undefined {
  if (language === 'rust') {
    const known = new Set(paths[side]);
    return readRustCrates(tree, side, (path) => unread.has(path) || !known.has(path));
  }
  const names: CodeNames = new Map();
  for (const path of paths[side]) {
    if (unread.has(path)) continue;
    for (const [name, declaration] of tree.file(side, path)?.code?.declarations ?? []) {
      const known = names.get(name);
      if (!known) names.set(name, { declaration, paths: [path] });
      else {
        known.paths.push(path);
        if (known.declaration.members && declaration.members)
          known.declaration = mergeParts(known.declaration, declaration);
        else if (language === 'kotlin' && known.declaration.calls && declaration.calls)
          known.declaration = mergeCalls(known.declaration, declaration);
      }
    }
  }
  return names;
}

const separator = /[.#\\]|::/;
const shortName = (name: string) => name.split(separator).at(-1) as string;

/** True if the type around a nested name is missing on the other side, so that the name needs no claim of its own. */
function hasLostOwner(name: string, language: CodeLanguageName, own: CodeNames, other: CodeNames): boolean {
  const sign = { php: '\\', ruby: '::', rust: '::' }[language as string] ?? '.';
  for (let at = name.lastIndexOf(sign); at > 0; at = name.lastIndexOf(sign, at - 1)) {
    const owner = name.slice(0, at);
    if (own.get(owner)?.declaration.members && !other.has(owner)) return true;
  }
  return false;
}

const ofRuby =
  /^(?:Array|BasicObject|Class|Hash|Integer|Kernel|Module|Numeric|Object|Proc|Range|String|Symbol|Time)$/;

/** True if the module around a nested constant of Ruby is made by an expression now, which may declare it. */
function hasOtherOwner(name: string, language: CodeLanguageName, names: CodeNames): boolean {
  if (language !== 'ruby') return false;
  const owner = names.get(name.slice(0, Math.max(0, name.lastIndexOf('::'))))?.declaration;
  return owner?.kind === 'value' || owner?.isOpen === true;
}

/** `A.f`, `A::f`; in Ruby `A#f`, and `A.f` for methods of the class itself. */
const memberName = (name: string, member: string, language: CodeLanguageName) =>
  member.startsWith('self.') && language === 'ruby'
    ? `${name}.${member.slice('self.'.length)}`
    : `${name}${codeLanguages[language].separator}${member}`;

/** Whether a type of the head has a member from a base. */
function findInherited(
  member: string,
  { declaration }: LocatedCode,
  names: CodeNames,
  shorts: ReadonlyMap<string, string[]>,
  seen: Set<Declaration>,
  /** The bases that did not have the member before. */
  known: ReadonlySet<string>,
): 'yes' | 'perhaps' | 'no' {
  if (seen.has(declaration) || seen.size > basesMax) return 'no';
  seen.add(declaration);
  let isUnknown = false;
  for (const base of declaration.bases ?? []) {
    if (base.startsWith('derive ')) continue;
    const found = shorts.get(shortName(base)) ?? [];
    if (found.length === 0 && !known.has(base)) isUnknown = true;
    for (const name of found) {
      const one = names.get(name);
      if (one?.declaration.members?.has(member)) return 'yes';
      const further = one ? findInherited(member, one, names, shorts, seen, known) : 'no';
      if (further === 'yes') return 'yes';
      if (further === 'perhaps' && !known.has(base)) isUnknown = true;
    }
  }
  return isUnknown ? 'perhaps' : 'no';
}

const isOverride = ({ modifiers }: Declaration) => modifiers?.includes('override') === true;

/** What every object has, whether or not its class overrides it. */
const ofEveryObject: Partial<Record<CodeLanguageName, RegExp>> = {
  kotlin: /^(?:toString|equals|hashCode)\(\)$/,
  java: /^(?:toString|equals|hashCode|clone|finalize)$/,
  'c-sharp': /^(?:ToString|Equals|GetHashCode|Finalize)$/,
  ruby: /^(?:self\.(?:new|allocate)|(?:self\.)?(?:dup|clone|to_s|inspect|hash|freeze|eql\?|equal\?|respond_to\?|[=!]=|===))$/,
};

const basesMax = 200;

type Declaration = LocatedCode['declaration'];
