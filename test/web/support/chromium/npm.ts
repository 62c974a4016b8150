import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { fontSettings } from './font-settings.ts';
import { runProgram } from './run-program.ts';
import { unpackAtomically } from './unpack-atomically.ts';

const packageName = '@sparticuz/chromium@153.0.0';
const integrity =
  'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
const archives = ['al2023.tar', 'fonts.tar', 'swiftshader.tar'];
const timeoutMs = 2 * 60_000;
const startScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf" XDG_CACHE_HOME="$here/cache"
exec "$here/chromium" "$@"
`;

/**
 * Unpacks the browser of an npm package that is made for x64 Linux. The package is not a dependency, because npm would
 * install its 67 MB on every platform. Its code is not used: it unpacks to one fixed place, and its arguments switch web
 * security off.
 */
export async function unpackNpmChromium(cacheFolder: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('made for x64 Linux only');
  return unpackAtomically(path.join(cacheFolder, 'npm-x64'), 'start', unpackInto);
}

async function unpackInto(folder: string): Promise<void> {
  const tarball = await fetchPackage(folder);
  const inFolder = (...args: string[]) => runProgram('tar', args, { cwd: folder, timeoutMs });
  await inFolder('-xzf', tarball);
  const decompress = (name: string, mode = 0o644) =>
    pipeline(
      createReadStream(path.join(folder, `package/bin/${name}.br`)),
      createBrotliDecompress(),
      createWriteStream(path.join(folder, name), { mode }),
    );
  await Promise.all([decompress('chromium', 0o755), ...archives.map((name) => decompress(name))]);
  for (const name of archives) await inFolder('-xf', name);
  for (const name of ['package', tarball, ...archives]) rmSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'fonts.conf'), fontSettings({ folder: 'fonts', sans: 'Open Sans' }));
  writeFileSync(path.join(folder, 'start'), startScript, { mode: 0o755 });
}

async function fetchPackage(folder: string): Promise<string> {
  const output = await runProgram('npm', ['pack', packageName, '--silent', '--ignore-scripts'], {
    cwd: folder,
    timeoutMs,
  });
  const tarball = output.trim();
  const digest = createHash('sha512')
    .update(await readFile(path.join(folder, tarball)))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${packageName} has another checksum than expected`);
  return tarball;
}
