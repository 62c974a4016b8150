import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the pages and pictures of the help are served, to those who may read it. */
export const helpFilesPath = '/help-files/';

/** Decisions about the code and examples of generated pages are for those who have the sources. */
const leftOut = /^docs\/(?:adr|examples)\//;
const rootPages = ['CHANGELOG.md', 'README.md', 'SECURITY.md', 'sdk/README.md'];
export const pictureFolder = 'docs/guide/images/';

interface HelpFiles {
  /** Markdown, by path below the folder of Docket. */
  pages: string[];
  pictures: string[];
}

/** What `/help` shows: the same files that code hosts show, so each fact is written once. */
export async function findHelpFiles(root: string): Promise<HelpFiles> {
  const entries = await readdir(path.join(root, 'docs'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !leftOut.test(file))
    .sort();
  const found = await Promise.all(
    rootPages.map((file) =>
      readFile(path.join(root, file)).then(
        () => file,
        () => '',
      ),
    ),
  );
  return {
    pages: [...files.filter((file) => file.endsWith('.md')), ...found.filter(Boolean)],
    pictures: files.filter((file) => file.startsWith(pictureFolder) && file.endsWith('.png')),
  };
}
