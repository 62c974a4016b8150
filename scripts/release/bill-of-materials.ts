interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface LockFile {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

/**
 * The packages that Docket runs with, in the format CycloneDX 1.6, from the lock file. `npm sbom --omit=dev` leaves out
 * packages that a development dependency needs as well.
 */
export function listMaterials({ name, version, packages }: LockFile): object {
  const root = { type: 'application', 'bom-ref': `${name}@${version}`, name, version };
  const used = Object.entries(packages).filter(([, entry]) => !entry.dev);
  const components = used
    .filter(([place]) => place !== '')
    .map(([place, entry]) => presentPackage(nameOf(place), entry))
    .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const once = components.filter((entry, i) => entry['bom-ref'] !== components[i - 1]?.['bom-ref']);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: once,
    dependencies: listDependencies(packages, used, root['bom-ref']),
  };
}

/** Which component needs which. A package that is at several places may find different versions there: all are listed. */
function listDependencies(packages: LockFile['packages'], used: [string, LockedPackage][], root: string) {
  const needs = new Map<string, Set<string>>();
  for (const [place, { version, dependencies, optionalDependencies, peerDependencies }] of used) {
    const ref = place === '' ? root : refOf(nameOf(place), version);
    const found = needs.get(ref) ?? new Set();
    needs.set(ref, found);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const entry = findPackage(packages, place, name);
      if (entry && !entry.dev) found.add(refOf(name, entry.version));
    }
  }
  return [...needs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }));
}

/** As Node looks for it: in the `node_modules` of the package, then in those of the folders above. */
function findPackage(packages: LockFile['packages'], place: string, name: string): LockedPackage | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const entry = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (entry || folder === '') return entry;
  }
}

const refOf = (name: string, version = '') => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `node_modules/a/node_modules/@b/c` holds the package `@b/c`. */
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function presentPackage(
  name: string,
  { version = '', integrity, license, optional, devOptional }: LockedPackage,
) {
  const purl = refOf(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: optional || devOptional ? 'optional' : 'required',
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity && { hashes: hashesOf(integrity) }),
  };
}

/** `sha512-<base64>` of the lock file is written in hexadecimal digits. */
const hashesOf = (integrity: string) =>
  integrity.split(' ').map((entry) => {
    const [algorithm = '', digest = ''] = entry.split(/-(.*)/s);
    return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
  });
