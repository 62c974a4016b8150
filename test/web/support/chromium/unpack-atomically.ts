import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startsAndRenders } from './starts-and-renders.ts';

/** Gives the folder its name only after the browser in it has started, so that no half-written folder is ever used. */
export async function unpackAtomically(
  folder: string,
  executable: string,
  unpackInto: (folder: string) => Promise<void>,
): Promise<string> {
  const temporary = `${folder}.${process.pid}`;
  try {
    mkdirSync(temporary, { recursive: true });
    await unpackInto(temporary);
    if (!(await startsAndRenders(path.join(temporary, executable)))) throw new Error('it does not start');
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return path.join(folder, executable);
}
