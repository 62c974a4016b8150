import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listMaterials } from '../../scripts/release/bill-of-materials.ts';

interface Bill {
  bomFormat: string;
  specVersion: string;
  version: number;
  metadata: { component: { 'bom-ref': string; type: string; name: string; version: string } };
  components: {
    'bom-ref': string;
    type: string;
    name: string;
    version: string;
    purl: string;
    scope: string;
    licenses?: { expression: string }[];
    hashes?: { alg: string; content: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const bill = listMaterials(lock) as Bill;

// The parts that the JSON schema of CycloneDX 1.6 requires, and its patterns.
test('the bill of materials has what CycloneDX 1.6 requires of each part', () => {
  assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ['CycloneDX', '1.6', 1]);
  assert.equal(bill.metadata.component.type, 'application');
  assert.ok(bill.components.length > 100);
  for (const { type, name, version, purl, scope, hashes, licenses } of bill.components) {
    assert.equal(type, 'library', name);
    assert.ok(name && version, name);
    assert.match(purl, /^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/, name);
    assert.match(scope, /^(?:required|optional|excluded)$/, name);
    for (const { alg, content } of hashes ?? []) {
      assert.match(alg, /^SHA-(?:1|256|384|512)$/, name);
      assert.match(content, /^(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/, name);
    }
    assert.equal(licenses?.length ?? 1, 1, name);
  }
});

test('the references of the bill are unique, and every dependency is a component', () => {
  const refs = [bill.metadata.component, ...bill.components].map((part) => part['bom-ref']);
  assert.equal(new Set(refs).size, refs.length);
  assert.deepEqual(bill.dependencies.map(({ ref }) => ref).sort(), [...refs].sort());
  for (const { ref, dependsOn } of bill.dependencies)
    for (const each of dependsOn) assert.ok(refs.includes(each), `${ref} needs ${each}`);
});

test('Docket needs what package.json names, and every component is needed by something', () => {
  const root = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
  const names = root?.dependsOn.map((ref) =>
    decodeURIComponent(ref.slice('pkg:npm/'.length)).replace(/@[^@]+$/, ''),
  );
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.deepEqual(names?.sort(), Object.keys({ ...dependencies, ...optionalDependencies }).sort());
  const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
  const unneeded = bill.components.filter((part) => !needed.has(part['bom-ref'])).map(({ name }) => name);
  assert.deepEqual(unneeded, []);
});

test('a package finds its own version of another one before the common one', () => {
  const packages = {
    '': { dependencies: { a: '1', b: '1' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0' },
  };
  const { dependencies } = listMaterials({ name: 'x', version: '1.0.0', packages }) as Bill;
  assert.deepEqual(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])), {
    'pkg:npm/a@1.0.0': ['pkg:npm/b@2.0.0'],
    'pkg:npm/b@1.0.0': [],
    'pkg:npm/b@2.0.0': [],
    'x@1.0.0': ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'],
  });
});
