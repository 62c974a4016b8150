import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import treeSitter, { type Node, type Parser as TreeSitterParser } from '@vscode/tree-sitter-wasm';

// Error recovery takes quadratic time on hostile text; a real file of 500 kB takes 200 ms.
const parseMsMax = 3_000;
const parsers = new Map<string, TreeSitterParser>();

export type SyntaxNode = Node;

/** Loads the grammars of Python and Go. They are WebAssembly, so that a defect cannot crash the process. */
export async function loadGrammars(): Promise<void> {
  if (parsers.size > 0) return;
  const { Parser, Language } = treeSitter;
  await Parser.init();
  const folder = path.dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  for (const grammar of ['python', 'go']) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(path.join(folder, `tree-sitter-${grammar}.wasm`))));
    parsers.set(grammar, parser);
  }
}

/** Calls `read` with the root of the syntax tree; undefined if the text takes too long to parse. */
export function withSyntaxTree<T>(
  grammar: 'python' | 'go',
  text: string,
  read: (root: Node) => T,
): T | undefined {
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
