import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findHelpFiles, helpFilesPath, pictureFolder } from '../../src/web-app/help-files.ts';
import type { OutputFile } from './check-output.ts';

const folder = helpFilesPath.slice(1);

/** One file with the text of all pages, because the search of the help reads all of them, and the pictures. */
export async function packHelp(root: string): Promise<OutputFile[]> {
  const { pages, pictures } = await findHelpFiles(root);
  const texts = await Promise.all(
    pages.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
  );
  return [
    { name: `${folder}pages.json`, content: Buffer.from(JSON.stringify(Object.fromEntries(texts))) },
    ...(await Promise.all(
      pictures.map(async (file) => ({
        name: `${folder}images/${file.slice(pictureFolder.length)}`,
        content: await readFile(path.join(root, file)),
      })),
    )),
  ];
}
