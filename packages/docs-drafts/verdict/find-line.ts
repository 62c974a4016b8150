import { findCodeLanguage } from '../surface/code/code-languages.ts';
import { goModulePath } from '../surface/dependencies.ts';
import type { SurfaceArea } from '../surface/surface.ts';
import { type CodeName, findLine as findNameLine, readCodeNames } from './code-names.ts';

/** What is looked for in a file. */
export interface Sought {
  area: SurfaceArea | 'note';
  name: string;
  /** The signature on the side of the file. */
  signature: string;
  isPackage?: true | undefined;
}

/** One version of a file, in which several things may be looked for. */
export interface SoughtFile {
  path: string;
  text: string;
  /** Read when the first name of the code is looked for. */
  names?: CodeName[];
}

/** The line where a file declares or writes something; null if it does not show it. */
export function findLine(file: SoughtFile, sought: Sought): number | null {
  if (sought.area === 'note') return lineOfNote(file.text, sought.name);
  if (sought.area === 'export' && /\.(?:[cm]?[jt]sx?|pyi?|go)$/.test(file.path))
    return lineOfExport(file, sought);
  if (sought.area === 'export' && findCodeLanguage(file.path)) return lineOfCode(file.text, sought.name);
  const { text } = file;
  for (const shape of shapesOf(sought)) {
    const found = shape.exec(text);
    if (found) return lineAt(text, found.index + found[0].length);
  }
  return null;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

function lineOfExport(file: SoughtFile, { name, signature, isPackage }: Sought): number | null {
  if (isPackage) return lineOf(file.text, /^package[ \t]+\w+/m);
  file.names ??= readCodeNames(file.path, file.text);
  const [, declared] = declaredName.exec(signature) ?? [];
  return (
    findNameLine(file.names, name) ??
    (declared === undefined ? undefined : findNameLine(file.names, declared)) ??
    lineOf(file.text, word(name.split('.').at(-1) as string)) ??
    null
  );
}

/** The line that declares the last part of a full name, or else the first one that has it. */
function lineOfCode(text: string, name: string): number | null {
  const last = name
    .replace(/[!=?]$/, '')
    .split(/[.#\\:]/)
    .at(-1) as string;
  const declared = new RegExp(
    `^[^/#*\\n]*\\b${declaringWords}\\b[^(=\\n]*(?<![\\w.])${escaped(last)}(?!\\w)`,
    'm',
  );
  return lineOf(text, declared) ?? lineOf(text, word(last));
}

const declaringWords =
  '(?:fn|struct|enum|trait|union|macro_rules|mod|class|interface|record|delegate|def|module|function|const|static|public|protected|case|message|service|rpc|type|input|scalar|directive|attr_\\w+)';

/** The name by which the file itself knows what it exports under another one. */
const declaredName =
  /^(?:async )?(?:(?:function|class|interface|type|enum|const|namespace|def|var)|func(?: \([^)]*\))?) ([\p{L}_$][\p{L}\p{N}_$]*)/u;

function lineOf(text: string, shape: RegExp): number | null {
  const found = shape.exec(text);
  return found ? lineAt(text, found.index) : null;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const word = (name: string) => new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, 'u');

/** In the order in which they are tried; each ends on the line that is meant. */
function shapesOf({ area, name, signature }: Sought): RegExp[] {
  const [, method = '', address = name] = /^([A-Z]+) (\/.*)$/.exec(name) ?? [];
  switch (area) {
    case 'dependency':
      return dependencyShapes(name, signature.replace(/^peer of /, ''));
    case 'operation':
      return [
        new RegExp(
          `["']?${escaped(address)}["']?:(?:(?!\\n *["']?/)[\\s\\S])*?["']?${method.toLowerCase()}["']?:`,
        ),
        new RegExp(`["']?${escaped(address)}["']?:`),
      ];
    case 'route':
      return [
        new RegExp(`\\b${method}\\b[^\\n]{0,80}["'\`]${escaped(address)}["'\`]`, 'i'),
        new RegExp(`["'\`](?:${method} )?${escaped(address)}["'\`]`),
        new RegExp(`\\b${method}\\b`),
      ];
    case 'schema': {
      const words = name.split(' ').slice(0, 6).map(escaped);
      // The words stand in front of each other, with `if not exists` and the like between them.
      return [
        new RegExp(words.join('\\s+(?:[^;]{0,40}?\\s)??'), 'i'),
        new RegExp(escaped(name.split(' ')[2] ?? name), 'i'),
      ];
    }
    case 'flag':
      return [
        new RegExp(`["'\`]${escaped(name)}["'\`]`),
        new RegExp(`["'\`]${escaped(name.replace(/^--/, ''))}["'\`]`),
        word(name),
      ];
    default: {
      // A path of a package, as its manifest writes it.
      const subpath = name.replace(/^(?:@[^/]+\/)?[^/]+/, '.');
      return [new RegExp(`"${escaped(subpath)}"\\s*:`), /"(?:exports|type|main)"\s*:/, word(name)];
    }
  }
}

const runtimeKeys: Record<string, RegExp> = {
  'Node.js': /"node"\s*:/,
  Bun: /"bun"\s*:/,
  Deno: /"deno"\s*:/,
  'Visual Studio Code': /"vscode"\s*:/,
  Python: /^\s*(?:requires-python|python_requires|python)\s*=/m,
  Go: /^go \d/m,
  Rust: /^\s*rust-version\s*=/m,
  [goModulePath]: /^module\s/m,
};

function dependencyShapes(name: string, version: string): RegExp[] {
  const runtime = runtimeKeys[name];
  if (runtime) return [runtime];
  // Python treats `.`, `_` and `-` alike.
  const own = escaped(name).replace(/-|_|\\\./g, '[._-]');
  return [
    new RegExp(`(?<![\\w/-])${own}["']?[^\\n]*${escaped(version)}`, 'i'),
    new RegExp(`(?<![\\w/-])${own}(?![\\w/-])`, 'i'),
  ];
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
const noteStart = 30;

/** The line of a changelog that has the first words of an entry, whose markup was removed. */
function lineOfNote(text: string, entry: string): number | null {
  const wanted = lettersAndDigits(entry.slice(0, noteStart));
  if (wanted === '') return null;
  const at = text.split('\n').findIndex((line) => lettersAndDigits(line).includes(wanted));
  return at < 0 ? null : at + 1;
}
