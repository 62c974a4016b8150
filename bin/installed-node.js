// Plain JavaScript that Node 20 can run.
import { createRequire } from 'node:module';

export const neededMajor = 26;

export const isRecentEnough = (version) => Number(version.split('.')[0]) >= neededMajor;

/** The optional dependencies of package.json have a package with a Node for each platform. */
export function findInstalledNode() {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    try {
      const { version, bin } = require(`${name}/package.json`);
      if (isRecentEnough(version)) return require.resolve(`${name}/${bin.node}`);
    } catch {
      // npm did not install this package.
    }
  }
}
