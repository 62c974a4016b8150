import { readdirSync, readlinkSync } from 'node:fs';

/** The processes that have a deleted file of this path open, as far as this user may know. Linux only. */
export function findDeletedOpenFiles(file: string): number[] {
  const gone = `${file} (deleted)`;
  return listNames('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => listNames(`/proc/${pid}/fd`).some((fd) => readTarget(`/proc/${pid}/fd/${fd}`) === gone))
    .map(Number);
}

/** A process may end while it is inspected, and processes of other users cannot be inspected. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
