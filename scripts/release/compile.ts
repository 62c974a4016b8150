import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Compilation {
  /** The folder of Docket. */
  root: string;
  /** Relative to the root. Everything that these import is compiled too. */
  files: string[];
  /** The files keep their paths relative to this folder. */
  rootDir: string;
  to: string;
  target: 'esnext' | 'es2022';
  /** Writes type declarations beside the JavaScript. */
  declaration?: boolean;
}

/** Compiles TypeScript into JavaScript modules. */
export async function compile({
  root,
  files,
  rootDir,
  to,
  target,
  declaration = false,
}: Compilation): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-compile-'));
  try {
    const project = path.join(folder, 'tsconfig.json');
    const settings = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        outDir: to,
        rootDir,
        target,
        rewriteRelativeImportExtensions: true,
        declaration,
        typeRoots: [path.join(root, 'node_modules/@types')],
      },
      files: files.map((file) => path.join(root, file)),
      include: [],
    };
    writeFileSync(project, JSON.stringify(settings));
    const program = path.join(root, 'node_modules/.bin/tsc');
    await run(program, ['-p', project], { cwd: root }).catch(
      (error: { stdout?: string; message: string }) => {
        throw new Error(error.stdout?.trim() || error.message);
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const file of globSync('**/*.{js,d.ts}', { cwd: to })) renameImported(path.join(to, file));
}

/** The compiler renames what `import` names, but not the files of threads and processes: `new URL('./thread.ts', …)`. */
export function renameImported(file: string): void {
  const text = readFileSync(file, 'utf8');
  const renamed = text.replace(/(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g, '$1$2.js$1');
  if (renamed !== text) writeFileSync(file, renamed);
}
