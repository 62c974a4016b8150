import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fontSettings } from './font-settings.ts';
import { runProgram } from './run-program.ts';
import { unpackAtomically } from './unpack-atomically.ts';

const packages = [
  'chromium-headless-shell',
  'fonts-liberation',
  'fonts-dejavu-core',
  'fonts-noto-color-emoji',
];
// Dependencies that the headless shell does not load: drivers of graphics cards and parts of a desktop.
const unused = /^(?:libllvm|libgl1-mesa-dri|libgtk|adwaita-icon-theme|xdg-utils)/;
const timeoutMs = 5 * 60_000;

// `dpkg -x` unpacks where no linker and no fontconfig looks, so the browser starts through this script.
const startScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
root=$here/root
for folder in "$root"/usr/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/* "$root"/lib/*-linux-gnu; do
  if [ -d "$folder" ]; then LD_LIBRARY_PATH=\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder; fi
done
export LD_LIBRARY_PATH FONTCONFIG_FILE="$here/fonts.conf" XDG_CACHE_HOME="$here/cache"
exec "$root/usr/lib/chromium/chromium-headless-shell" "$@"
`;
const fonts = {
  folder: 'root/usr/share/fonts',
  sans: 'Liberation Sans',
  serif: 'Liberation Serif',
  monospace: 'Liberation Mono',
};

/** Fetches Debian's headless shell with the libraries that are not installed here. Needs apt, but no root. */
export const unpackDebianChromium = (cacheFolder: string): Promise<string> =>
  unpackAtomically(path.join(cacheFolder, `debian-${process.arch}`), 'start', unpackInto);

async function unpackInto(folder: string): Promise<void> {
  const debs = path.join(folder, 'debs');
  // Lists of its own: those of the machine may be missing or outdated, and only root can renew them.
  const options = Object.entries({
    'Dir::State::lists': path.join(folder, 'lists'),
    'Dir::Cache': path.join(folder, 'apt-cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Acquire::http::Timeout': '20',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (...args: string[]) =>
    runProgram('apt-get', [...options, '--quiet=2', ...args], { cwd: debs, timeoutMs });
  for (const name of ['lists/partial', 'apt-cache/archives/partial', 'debs', 'root'])
    mkdirSync(path.join(folder, name), { recursive: true });

  await apt('update');
  const plan = await apt('install', '--yes', '--print-uris', '--no-install-recommends', ...packages);
  const missing = [...plan.matchAll(/^'[^']+' ([^_ ]+)_/gm)].map(([, name = '']) => name);
  await apt('download', ...missing.filter((name) => !unused.test(name)));
  await unpackEach(debs, path.join(folder, 'root'));
  for (const name of ['lists', 'apt-cache', 'debs']) rmSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'fonts.conf'), fontSettings(fonts));
  writeFileSync(path.join(folder, 'start'), startScript, { mode: 0o755 });
}

async function unpackEach(debs: string, root: string): Promise<void> {
  const files = (await readdir(debs)).filter((file) => file.endsWith('.deb'));
  const unpackRest = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop())
      await runProgram('dpkg-deb', ['--extract', path.join(debs, file), root], { cwd: debs, timeoutMs });
  };
  await Promise.all(Array.from({ length: availableParallelism() }, unpackRest));
}
