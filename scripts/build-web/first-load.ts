import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rolldown } from 'vite';
import type { ScreenPreloads } from '../../src/web-app/build-manifest.ts';

/** The screens that people open the app with (`first` in web/routes.tsx). */
const firstScreens = {
  'project-list.tsx': { screen: 'list', path: '^/(p/[^/]+/list|tickets)$' },
  'project-board.tsx': { screen: 'board', path: '^/(p/[^/]+|tickets)/board$' },
  'my-work.tsx': { screen: 'My work', path: '^/$' },
};

export interface FirstLoad {
  screen: string;
  /** Regular expression of the paths that show it. */
  path: string;
  /** What is fetched before the screen is drawn: the entry, the screen and all that they import. */
  chunks: Rolldown.OutputChunk[];
}

export function findFirstLoads(output: Rolldown.RolldownOutput['output']): FirstLoad[] {
  const chunks = output.filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const chunkOf = (file: string) =>
    chunks.find(({ facadeModuleId }) => path.basename(facadeModuleId ?? '') === file);
  // The small apps that tests build have no screens.
  if (!Object.keys(firstScreens).some(chunkOf)) return [];
  return Object.entries(firstScreens).map(([file, { screen, path: paths }]) => {
    const found = chunkOf(file);
    if (!found) throw new Error(`The build has no chunk of the first screen ${file}`);
    const loaded = new Set([...entries, found]);
    for (const chunk of loaded) {
      for (const name of chunk.imports) {
        const imported = byName.get(name);
        if (imported) loaded.add(imported);
      }
    }
    return { screen, path: paths, chunks: [...loaded] };
  });
}

/** The chunks that only people with this language load. */
export const chunksOfLanguage = (output: Rolldown.RolldownOutput['output'], language: string) =>
  output.flatMap((file) =>
    file.type === 'chunk' && !file.isEntry && isOnlyOf(file, language) ? file.fileName : [],
  );
const isOnlyOf = ({ moduleIds }: Rolldown.OutputChunk, language: string) =>
  moduleIds.length > 0 && moduleIds.every((id) => path.basename(path.dirname(id)) === language);

export const stylesOf = (chunks: Rolldown.OutputChunk[]) =>
  chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);

/** What the page itself does not name: without the header, a browser asks for it only when the first script has run. */
export function preloadsOf(loads: FirstLoad[], page: string): ScreenPreloads[] {
  const isMissing = (file: string) => !page.includes(file);
  return loads.map(({ path: paths, chunks }) => ({
    path: paths,
    link: [
      ...chunks
        .map(({ fileName }) => fileName)
        .filter(isMissing)
        .map((file) => `</${file}>; rel=modulepreload`),
      ...stylesOf(chunks)
        .filter(isMissing)
        .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ].join(', '),
  }));
}

/** Throws if the first load reads a message that comes later: it would be undefined. */
export async function checkFirstMessages(root: string, loads: FirstLoad[]): Promise<void> {
  if (loads.length === 0) return;
  const catalogue = await readFile(path.join(root, 'web/messages/en/late.ts'), 'utf8');
  const [, names = ''] = /export const late = \{([^}]*)\}/.exec(catalogue) ?? [];
  const isLate = new RegExp(`\\bm\\.(?:${names.match(/\w+/g)?.join('|')})\\b`);
  const modules = new Set(loads.flatMap(({ chunks }) => chunks.flatMap(({ moduleIds }) => moduleIds)));
  for (const id of modules) {
    if (!id.startsWith(path.join(root, 'web/')) || !/\.tsx?$/.test(id)) continue;
    const [message] = isLate.exec(await readFile(id, 'utf8')) ?? [];
    if (message === undefined) continue;
    throw new Error(
      `${path.relative(root, id)} is in the first load, but ${message} is in messages/en/late.ts`,
    );
  }
}
