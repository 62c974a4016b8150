import type { FileChange, Revision, SourceRepository } from '../source-repository.ts';
import type { CodeFile } from '../surface/code/code-file.ts';
import { findCodeLanguage } from '../surface/code/code-languages.ts';
import { parseCode } from '../surface/code/parse-code.ts';
import { digestGo, digestPython, digestScript } from '../surface/code-digest.ts';
import { type GoFile, parseGo } from '../surface/go/parse-go.ts';
import { readLinguistAttributes } from '../surface/linguist-attributes.ts';
import { TooDeep } from '../surface/nesting.ts';
import { isOpenApi } from '../surface/openapi-operations.ts';
import { isGo, isNonProductFile, isPython, isScript } from '../surface/product-files.ts';
import { type PythonModule, parsePython } from '../surface/python/parse-python.ts';
import { isSurfaceFile, isTextFile, readSurface } from '../surface/read-surface.ts';
import { parseScript } from '../surface/script/parse-script.ts';
import type { ScriptModule } from '../surface/script/script-module.ts';
import type { SurfaceItem } from '../surface/surface.ts';
import { loadGrammars } from '../surface/tree-sitter.ts';

export interface ParsedFile {
  script?: ScriptModule | undefined;
  python?: PythonModule | undefined;
  go?: GoFile | undefined;
  code?: CodeFile | undefined;
  items: SurfaceItem[];
  /** For source files: a digest that is equal for versions that differ only in comments and white space. */
  codeDigest?: string;
  /** The whole text; for manifests and changelogs only. */
  text?: string;
}

/** The files of one side: path → blob id. */
export type Side = ReadonlyMap<string, string>;

export type SideName = 'before' | 'after';

/** Files of both sides. Each is read and parsed once; only what it declares is kept. */
export interface SourceTree {
  before: Side;
  after: Side;
  /** Undefined if the file does not exist or was not loaded. */
  file(side: SideName, path: string): ParsedFile | undefined;
  load(requests: Iterable<readonly [SideName, string]>, onRead?: (done: number) => void): Promise<void>;
  isLoaded(id: string): boolean;
  /** Paths of files that nest too deep to be read. `file` is undefined for them. */
  tooDeep: ReadonlySet<string>;
}

export interface TreeLimits {
  /** Larger files are not read. */
  fileBytesMax: number;
}

// OpenAPI documents may be eight times as large: they grow with the API and describe it best.
const openApiSizeFactor = 8;
const blobsMax = 40_000;

export async function openSourceTree(
  repository: SourceRepository,
  head: Revision,
  changes: readonly FileChange[],
  { fileBytesMax }: TreeLimits,
): Promise<SourceTree> {
  const after = await repository.listFiles(head, isReadable);
  const before = sideBefore(after, changes);
  await leaveOutMarked(repository, [before, after]);
  const parsed = new Map<string, ParsedFile>();
  const loaded = new Set<string>();
  const tooDeep = new Set<string>();
  const keyOf = (id: string, path: string) => `${id} ${path}`;

  const load: SourceTree['load'] = async (requests, onRead) => {
    const pathsOf = new Map<string, Set<string>>();
    for (const [side, path] of requests) {
      const id = (side === 'before' ? before : after).get(path);
      if (id === undefined || parsed.has(keyOf(id, path)) || parsed.size > blobsMax) continue;
      const paths = pathsOf.get(id) ?? new Set();
      pathsOf.set(id, paths.add(path));
    }
    await loadGrammars([...pathsOf.values()].flatMap((paths) => [...paths]));
    let done = 0;
    const onBlob = (id: string, bytes: Buffer) => {
      loaded.add(id);
      const isText = !bytes.subarray(0, 8_000).includes(0);
      for (const path of pathsOf.get(id) ?? []) {
        const file = isText ? parseUnlessTooDeep(path, bytes.toString()) : { items: [] };
        if (file) parsed.set(keyOf(id, path), file);
        else tooDeep.add(path);
      }
      onRead?.(++done);
    };
    const isApiDocument = (id: string) => [...(pathsOf.get(id) ?? [])].some(isOpenApi);
    const ids = [...pathsOf.keys()];
    const small = ids.filter((id) => !isApiDocument(id));
    await repository.readBlobs(small, fileBytesMax, onBlob);
    await repository.readBlobs(ids.filter(isApiDocument), fileBytesMax * openApiSizeFactor, onBlob);
  };
  return {
    before,
    after,
    load,
    isLoaded: (id) => loaded.has(id),
    tooDeep,
    file: (side, path) => {
      const id = (side === 'before' ? before : after).get(path);
      return id === undefined ? undefined : parsed.get(keyOf(id, path));
    },
  };
}

const isReadable = (path: string) =>
  (isScript(path) || isPython(path) || isGo(path) || isSurfaceFile(path)) &&
  !/(?:^|\/)node_modules\//.test(path);

/** Leaves out what `.gitattributes` at the root marks as generated, vendored or documentation. */
async function leaveOutMarked(repository: SourceRepository, sides: Map<string, string>[]): Promise<void> {
  const id = sides.at(-1)?.get('.gitattributes');
  if (id === undefined) return;
  await repository.readBlobs([id], attributesBytesMax, (_, bytes) => {
    const isMarked = readLinguistAttributes(bytes.toString());
    for (const side of sides)
      for (const path of side.keys()) if (!isTextFile(path) && isMarked(path)) side.delete(path);
  });
}

const attributesBytesMax = 100_000;

/** The files before the change, computed from those after it. */
export function sideBefore(after: Side, changes: readonly FileChange[]): Map<string, string> {
  const before = new Map(after);
  for (const { path } of changes) before.delete(path);
  for (const { path, previousPath, before: id, isSubmodule } of changes)
    if (id !== undefined && !isSubmodule) before.set(previousPath ?? path, id);
  return before;
}

function parseUnlessTooDeep(path: string, text: string): ParsedFile | undefined {
  try {
    return parseFile(path, text);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

function parseFile(path: string, text: string): ParsedFile {
  const kept = isTextFile(path) ? { text } : {};
  if (isScript(path)) {
    const parsed = parseScript(path, text);
    return {
      script: parsed?.module,
      items: readSurface(path, parsed?.code ?? text),
      codeDigest: digestScript(text, parsed?.code ?? text),
      ...kept,
    };
  }
  if (isPython(path))
    return {
      python: parsePython(text),
      items: readSurface(path, text),
      codeDigest: digestPython(text),
      ...kept,
    };
  if (isGo(path)) return { go: parseGo(text), items: readSurface(path, text), codeDigest: digestGo(text) };
  const language = findCodeLanguage(path);
  if (language && !isNonProductFile(path)) return { code: parseCode(language, text), items: [] };
  return { items: readSurface(path, text), ...kept };
}
