import { mergeParts } from '../../surface/code/code-file.ts';
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
    if (own.size === 0 || !(await isLibrary(tree, language))) continue;
    const all = (side: SideName) =>
      [...tree[side].keys()].filter((path) => isProduct(path, table)).sort(compareCodeUnits);
    const isWhole = all('after').length <= filesMax && all('before').length <= filesMax;
    const pathsOf = (side: SideName) => (isWhole ? all(side) : all(side).filter((path) => own.has(path)));
    const paths = { before: pathsOf('before'), after: pathsOf('after') };
    await tree.load(sides.flatMap((side) => paths[side].map((path) => [side, path] as const)));
    found.push({ language, paths, changed: own, isWhole });
  }
  return found;
}

/** True if the repository offers something to others: it has the manifest of a package. */
async function isLibrary(tree: SourceTree, language: CodeLanguageName): Promise<boolean> {
  const { manifest } = codeLanguages[language];
  if (!manifest) return true;
  const found = [...tree.after.keys()].filter((path) => manifest.test(path) && !isNonProductFile(path));
  await tree.load(
    sides.flatMap((side) =>
      [...tree[side].keys()].filter((path) => manifest.test(path)).map((path) => [side, path] as const),
    ),
  );
  const texts = found.map((path) => tree.file('after', path)?.text ?? '');
  if (language === 'php') return texts.some((text) => !/"type"\s*:\s*"project"/.test(text));
  if (language === 'c-sharp')
    return texts.some((text) => !/<OutputType>\s*(?:Win)?Exe\b|<IsPackable>\s*false|Sdk\.Web"/i.test(text));
  return found.length > 0;
}

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
      const isDoubtful = isPartial || isBroken(paths) || is !== undefined || isFromMacro(shortName(name));
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
    const inherits = (member: string) =>
      findInherited(member, is, after, shorts, new Set(), new Set(old.bases));
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
  for (const [name, { declaration, paths }] of after)
    if (!before.has(name) && !declaration.isInternal && !hasLostOwner(name, language, after, before))
      list.push(
        claim(name, 'added', paths, { grade: 'changed', reason: '' }, { after: declaration.signature }),
      );
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

const basesMax = 200;

type Declaration = LocatedCode['declaration'];
