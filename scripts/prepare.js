// npm runs this after `npm ci`, with any Node from 20 on: plain JavaScript. It never fails an installation: the API works
// without the web app, and `npm start` builds it too.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findInstalledNode, isRecentEnough } from '../bin/installed-node.js';

const problem = existsSync(fileOf('../web/index.html')) ? buildWebApp() : undefined;
if (problem) console.warn(`The web app is not built: ${problem} \`npm start\` tries again.`);

/** Returns what went wrong. */
function buildWebApp() {
  const node = isRecentEnough(process.versions.node) ? process.execPath : findInstalledNode();
  if (node === undefined)
    return `npm did not install Node beside Docket, and this is Node ${process.versions.node}.`;
  if (!isInstalled('vite/package.json')) return 'Vite is not installed.';
  const { status } = spawnSync(node, [fileOf('./build-web.ts'), '--if-stale'], { stdio: 'inherit' });
  return status === 0 ? undefined : 'the build failed, see above.';
}

function isInstalled(file) {
  try {
    createRequire(import.meta.url).resolve(file);
    return true;
  } catch {
    return false;
  }
}

function fileOf(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}
