import type { FileChange } from '../code-host.ts';
import { tooLarge } from '../host-failure.ts';
import { printablePath } from './printable-path.ts';

const submodule = '160000';

/** Parses the records of `git diff-tree --raw -z`: modes and ids, then one path or, for a rename, two. */
export function newFileChangeReader(filesMax: number) {
  const changes: FileChange[] = [];
  let entry: string[] | undefined;
  let previousPath: string | undefined;

  const onRecord = (record: Buffer) => {
    if (!entry) {
      if (record[0] === 0x3a) entry = record.toString('latin1').slice(1).split(' ');
      return;
    }
    const status = entry[4]?.[0] ?? 'M';
    if ((status === 'R' || status === 'C') && previousPath === undefined) {
      previousPath = printablePath(record);
      return;
    }
    if (changes.length >= filesMax) throw tooLarge('files', filesMax);
    changes.push(fileChange(entry, printablePath(record), previousPath));
    entry = undefined;
    previousPath = undefined;
  };
  return { onRecord, list: () => changes };
}

function fileChange(
  [oldMode = '', newMode = '', before = '', after = '', status = '']: string[],
  path: string,
  previousPath: string | undefined,
): FileChange {
  const isSubmodule = oldMode === submodule || newMode === submodule;
  const letter = status[0];
  return {
    kind:
      letter === 'A' || letter === 'C'
        ? 'added'
        : letter === 'D'
          ? 'removed'
          : letter === 'R'
            ? 'renamed'
            : 'modified',
    path,
    ...(letter === 'R' && previousPath !== undefined && { previousPath }),
    ...(!isSubmodule && isBlob(before) && letter !== 'C' && { before }),
    ...(!isSubmodule && isBlob(after) && { after }),
    isSubmodule,
  };
}

const isBlob = (id: string) => /[^0]/.test(id);
