import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../..');

export interface WebSources {
  root: string;
  write(file: string, content: string): void;
  remove(): void;
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Docket</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <script type="module" src="/main.tsx"></script>
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
`;

const main = `import { createRoot } from 'react-dom/client';
import './main.css';

const { words } = await import('./words.ts');
createRoot(document.body).render(<main>{words}</main>);
`;

/** A folder with a small web app, which `scripts/build-web.ts` builds as it builds Docket's. */
export function newWebSources({ withVite = true } = {}): WebSources {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-sources-'));
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const configured = ['web/parts/icons/icon-shapes.ts', 'web/messages/de/short-sentences.ts'];
  const built = ['web/vite.config.ts', ...configured, 'package.json'];
  for (const copied of [...built, 'scripts/build-web.ts', 'scripts/build-web'])
    cpSync(path.join(repository, copied), path.join(root, copied), { recursive: true });
  if (withVite) symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'));
  write('package-lock.json', '{}');
  write('sdk/index.ts', '');
  write('web/index.html', page);
  write('web/main.tsx', main);
  write('web/main.css', '#app { color: red }');
  write('web/words.ts', "export const words = 'Hello';\n");
  write('web/public/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
}
