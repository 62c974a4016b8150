import type { ConflictLines, MergeConflict } from '../code-host.ts';
import { GitFailure, gitText, type Repository, runGit } from './git-command.ts';
import { printablePath } from './printable-path.ts';

/** What two commits become when they are merged. */
export interface Merge {
  tree: string;
  conflicts: MergeConflict[];
}

/** A repository that git may write to without changing it: new objects go to a folder of their own. */
export interface MergeRepository extends Repository {
  environment: Record<string, string>;
}

// Bounds for one merge. What is beyond them is not named.
const outputBytesMax = 4 * 1024 * 1024;
const filesMax = 20;
const rangesMax = 5;
const fileBytesMax = 1024 * 1024;
// As the paths of tasks.
const pathLengthMax = 400;

const settings = ['merge.renameLimit=1000', 'merge.conflictStyle=merge', 'merge.directoryRenames=conflict'];
const configArgs = settings.flatMap((setting) => ['-c', setting]);

/** Merges two commits with `git merge-tree --write-tree`: no branch, index or working tree changes. */
export async function mergeTree(
  repository: MergeRepository,
  ours: string,
  theirs: string,
  signal: AbortSignal,
): Promise<Merge> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const args = [
    ...configArgs,
    'merge-tree',
    '--write-tree',
    '-z',
    '--messages',
    '--allow-unrelated-histories',
  ];
  await runGit({ ...repository, signal, args: [...args, ours, theirs] }, (chunk) => {
    if (bytes < outputBytesMax) chunks.push(chunk);
    bytes += chunk.length;
  }).catch((error: unknown) => {
    // 1: the merge has conflicts.
    if (!(error instanceof GitFailure) || error.code !== 1) throw error;
  });
  const { tree, named } = readOutput(Buffer.concat(chunks));
  const conflicts: MergeConflict[] = [];
  for (const { path, kind, stages } of named.slice(0, filesMax)) {
    const lines = kind === 'content' ? await findLines(repository, tree, path, stages, signal) : undefined;
    conflicts.push({ path: printablePath(path).slice(0, pathLengthMax), kind, ...lines });
  }
  return { tree, conflicts };
}

interface NamedConflict {
  path: Buffer;
  kind: MergeConflict['kind'];
  /** Blob ids of ours (2) and theirs (3). */
  stages: Map<string, string>;
}

const kindsOfMessages: Record<string, MergeConflict['kind']> = {
  'CONFLICT (contents)': 'content',
  'CONFLICT (binary)': 'binary',
  'CONFLICT (modify/delete)': 'modify_delete',
  'CONFLICT (rename/delete)': 'rename_delete',
  'CONFLICT (rename/rename)': 'rename_rename',
};

/** `tree NUL (mode id stage TAB path NUL)* NUL (count NUL path NUL … type NUL message NUL)*` */
function readOutput(output: Buffer): { tree: string; named: NamedConflict[] } {
  const fields = splitAtNul(output);
  let at = 0;
  const next = () => fields[at++] ?? Buffer.alloc(0);
  const tree = next().toString('latin1').trim();
  const stages = new Map<string, Map<string, string>>();
  for (let entry = next(); entry.length > 0; entry = next()) {
    const tab = entry.indexOf(9);
    const [, id = '', stage = ''] = entry.toString('latin1', 0, tab).split(' ');
    const key = entry.toString('latin1', tab + 1);
    const known = stages.get(key) ?? new Map<string, string>();
    stages.set(key, known.set(stage, id));
  }
  const named = new Map<string, NamedConflict>();
  while (at < fields.length) {
    const paths = Array.from({ length: Math.min(Number(next().toString('latin1')) || 0, 100) }, next);
    const type = next().toString('latin1');
    next();
    const [path] = paths;
    if (path === undefined || !type.startsWith('CONFLICT')) continue;
    const key = path.toString('latin1');
    // Of a binary file git also says that its contents conflict.
    if (named.has(key)) continue;
    named.set(key, { path, kind: kindsOfMessages[type] ?? 'other', stages: stages.get(key) ?? new Map() });
  }
  return { tree, named: [...named.values()] };
}

function splitAtNul(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let from = 0; from < output.length; ) {
    const end = output.indexOf(0, from);
    fields.push(output.subarray(from, end < 0 ? output.length : end));
    from = end < 0 ? output.length : end + 1;
  }
  return fields;
}

/** The lines of both sides between the conflict markers of the merged file; undefined if the file is too large. */
async function findLines(
  repository: MergeRepository,
  tree: string,
  path: Buffer,
  stages: Map<string, string>,
  signal: AbortSignal,
): Promise<Pick<MergeConflict, 'lines' | 'otherLines'> | undefined> {
  const [ours, theirs] = [stages.get('2'), stages.get('3')];
  if (!ours || !theirs) return undefined;
  const git = (...args: string[]) => gitText({ ...repository, signal, args }, 4 * fileBytesMax);
  const listed = await git('ls-tree', '-z', '--full-tree', '--end-of-options', tree, ...pathArgs(path));
  const merged = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed)?.[1];
  if (merged === undefined) return undefined;
  const bytes = Number(await git('cat-file', '-s', merged));
  if (bytes > fileBytesMax) return undefined;
  const compare = async (side: string) =>
    readRanges(
      await git(
        'diff',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '-O/dev/null',
        '--text',
        '-U0',
        side,
        merged,
      ),
    );
  return { lines: await compare(ours), otherLines: await compare(theirs) };
}

/** Arguments are texts: a path that is not UTF-8 finds no lines. */
const pathArgs = (path: Buffer) => [path.toString()];

/**
 * The ranges of a side from its differences to the merged file, in which the conflict markers are added lines. The side
 * that the second half of a conflict belongs to begins behind the marker in the middle.
 */
function readRanges(diff: string): ConflictLines[] {
  const ranges: ConflictLines[] = [];
  let line = 0;
  let from: number | undefined;
  for (const row of diff.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(row);
    // Without removed lines, the number is that of the line before.
    if (hunk) line = hunk[2] === '0' ? Number(hunk[1]) : Number(hunk[1]) - 1 + Number(hunk[2] ?? 1);
    else if (row.startsWith('+<<<<<<< ')) from = line + 1;
    else if (row.startsWith('+>>>>>>> ') && from !== undefined) {
      if (ranges.length < rangesMax) ranges.push({ from, to: Math.max(from, line) });
      from = undefined;
    }
  }
  return ranges;
}
