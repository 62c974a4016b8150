const outputFolder =
  /^(?:dist|lib|build|bundles?|out|f?esm(?:5|20\d\d)?|cjs|commonjs|es(?:5|6|20\d\d)?|umd|_esm|_cjs|types|_types|typings|target|release)\//;
const sourceFolders = ['src/', 'source/', 'lib/', ''];

/** The files that may be the source of a published file: `dist/esm/a.js` comes from `src/a.ts`. */
export function sourceCandidates(published: string, isTypes = false): string[] {
  const path = published.replace(/^\.?\//, '');
  const asWritten = withExtensions(path);
  let rest = path;
  while (outputFolder.test(rest)) rest = rest.replace(outputFolder, '');
  const inner = path.replace(outputFolder, '');
  const mapped = [rest, inner, rest.replace(/^src\//, '')].flatMap((tail) =>
    sourceFolders.flatMap((folder) => withExtensions(folder + tail)),
  );
  return [...new Set([...asWritten, ...mapped, ...(isTypes ? typingCandidates(path) : [])])];
}

/** `types` may be a folder, and a build may copy the files of `types/` to the root. */
function typingCandidates(path: string): string[] {
  const folder = path.replace(/\/$/, '');
  return /\.d\.[cm]?ts$/.test(path)
    ? [`types/${path}`, `typings/${path}`]
    : [`${folder}.d.ts`, `${folder}/index.d.ts`];
}

const extension = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** A file may be written in TypeScript and published as JavaScript; `./lib` may be a folder. */
function withExtensions(path: string): string[] {
  if (!extension.test(path)) {
    const folder = path.replace(/\/$/, '');
    const inside = folder === '' ? 'index' : `${folder}/index`;
    return [
      ...sourceExtensions.map((end) => folder + end),
      ...sourceExtensions.map((end) => inside + end),
      path,
    ];
  }
  const stem = path
    .replace(extension, '')
    .replace(/\.(?:min|umd|esm|cjs|mjs|prod|production|development)$/, '');
  const isTypes = /\.d\.[cm]?ts$/.test(path);
  return isTypes
    ? [path, ...['.ts', '.tsx', '.mts', '.cts', '.d.ts'].map((end) => stem + end)]
    : [path, ...sourceExtensions.map((end) => stem + end)];
}

const sourceExtensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
