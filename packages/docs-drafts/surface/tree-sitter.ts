import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import treeSitter, { type Node, type Parser as TreeSitterParser } from '@vscode/tree-sitter-wasm';
import { codeLanguages, findCodeLanguage, type Grammar } from './code/code-languages.ts';
import { isGo, isPython } from './product-files.ts';

// Error recovery takes quadratic time on hostile text; a real file of 500 kB takes 200 ms.
const parseMsMax = 3_000;
const parsers = new Map<Grammar, TreeSitterParser>();

export type SyntaxNode = Node;

/** The grammar that reads a file; undefined for scripts, schemas and everything else. */
export function grammarOf(file: string): Grammar | undefined {
  if (isPython(file)) return 'python';
  if (isGo(file)) return 'go';
  const language = findCodeLanguage(file);
  return language && codeLanguages[language].grammar;
}

/**
 * Loads the grammars of the files that are not loaded yet. They are WebAssembly, so that a defect cannot crash the
 * process.
 */
export async function loadGrammars(files: Iterable<string>): Promise<void> {
  const wanted = new Set([...files].map(grammarOf));
  for (const grammar of wanted) {
    if (grammar === undefined || parsers.has(grammar)) continue;
    const { Parser, Language } = treeSitter;
    await Parser.init();
    const folder = path.dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(path.join(folder, `tree-sitter-${grammar}.wasm`))));
    parsers.set(grammar, parser);
  }
}

/** Calls `read` with the root of the syntax tree; undefined if the text takes too long to parse. */
export function withSyntaxTree<T>(grammar: Grammar, text: string, read: (root: Node) => T): T | undefined {
  const parser = parsers.get(grammar);
  if (!parser) throw new Error('Call loadGrammars first.');
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > parseMsMax;
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

export const namedChildren = (node: Node | null): Node[] =>
  (node?.namedChildren ?? []).filter((child): child is Node => child !== null);

export const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([([{]) | (?=[)\]}])/g, '$1')
    .replace(/,(?=[)\]}])/g, '')
    .trim();
