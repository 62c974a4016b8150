interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
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
  const components = Object.entries(packages)
    .filter(([place, entry]) => place !== '' && !entry.dev)
    .map(([place, entry]) => presentPackage(nameOf(place), entry))
    .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const once = components.filter((entry, i) => entry['bom-ref'] !== components[i - 1]?.['bom-ref']);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: once,
  };
}

/** `node_modules/a/node_modules/@b/c` holds the package `@b/c`. */
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function presentPackage(
  name: string,
  { version = '', integrity, license, optional, devOptional }: LockedPackage,
) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
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
