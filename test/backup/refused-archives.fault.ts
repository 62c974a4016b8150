import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BackupRefused, findArchive, verifyBackup } from '../../src/backup/index.ts';
import { readConfig } from '../../src/config/index.ts';
import { DatabaseRefused } from '../../src/platform/db/index.ts';
import { backUp, folder, newHome, restore } from './homes.ts';
import { openSampleWorld } from './sample-world.ts';
import { readTar, type TarFile, writeTar } from './tar.ts';

let whole: Buffer;
let written = 0;

before(async () => {
  const world = await openSampleWorld('sqlite');
  whole = readFileSync(await backUp({ config: world.config, storage: world.context.storage }));
  await world.close();
});

async function verify(archive: Buffer) {
  const file = path.join(folder, `refused-${++written}.tar`);
  writeFileSync(file, archive);
  return verifyBackup(await findArchive(file, readConfig({}).s3));
}

const refuses = async (archive: Buffer, problem: RegExp) =>
  assert.rejects(verify(archive), (error: Error) => {
    assert.ok(error instanceof BackupRefused || error instanceof DatabaseRefused, String(error.stack));
    assert.match(error.message, problem);
    return true;
  });

/** Changes the files of the archive, and then the manifest as somebody would who wants it to pass. */
function forge(change: (files: TarFile[]) => TarFile[], edit: (manifest: Manifest) => void = () => {}) {
  const files = change(readTar(whole));
  const manifest = JSON.parse(
    String(files.find(({ name }) => name === 'manifest.json')?.content),
  ) as Manifest;
  edit(manifest);
  const content = Buffer.from(JSON.stringify(manifest));
  const hash = createHash('sha256').update(content).digest('hex');
  return writeTar(
    files.map((file) =>
      file.name === 'manifest.json'
        ? { ...file, content }
        : file.name === 'manifest.json.sha256'
          ? { ...file, content: Buffer.from(`${hash}  manifest.json\n`) }
          : file,
    ),
  );
}

interface Manifest {
  formatVersion: number;
  schema: { step: number; name: string };
  parts: { name: string; bytes: number; sha256: string; rows: number; rawBytes: number }[];
}

describe('an archive', () => {
  test('that is whole is accepted', async () => {
    assert.equal((await verify(whole)).files.count, 3);
    assert.equal((await verify(forge((files) => files))).files.count, 3);
  });

  test('with any byte changed is refused', async () => {
    const place = fc.record({
      at: fc.integer({ min: 0, max: whole.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ at, by }) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] as number) ^ by;
        await refuses(changed, /./);
      }),
      // Also the two bytes that end the checksum of the first header.
      { numRuns: 60, examples: [[{ at: 154, by: 1 }], [{ at: 155, by: 1 }]] },
    );
  });

  test('that is cut off anywhere is refused', async () => {
    const place = fc.integer({ min: 0, max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, (at) => refuses(whole.subarray(0, at), /cut off|no backup/)),
      { numRuns: 40 },
    );
  });

  test('with a name that leads elsewhere is refused, and nothing is written', async () => {
    const names = [
      '../../evil',
      '/etc/passwd',
      'files/../../evil',
      'files/..',
      'tables/../x/000001.jsonl.gz',
      'C:\\x',
    ];
    for (const name of names) {
      const archive = forge((files) => [
        ...files.slice(0, 1),
        { name, content: Buffer.from('x') },
        ...files.slice(1),
      ]);
      await refuses(archive, /which is no part of a backup/);
    }
    assert.ok(!existsSync(path.join(folder, '../evil')));
  });

  test('with a link instead of a file is refused', async () => {
    const archive = forge((files) => [
      ...files.slice(0, 1),
      { name: 'secrets.key', content: Buffer.alloc(0), type: '2' },
      ...files.slice(1),
    ]);
    await refuses(archive, /something other than a file/);
  });

  test('with a part that unpacks to more than 128 MB is refused without unpacking it', async () => {
    const bomb = Buffer.concat(Array.from({ length: 9 }, () => zeros));
    const archive = forge((files) =>
      files.map((file) => (file.name === 'tables/users/000001.jsonl.gz' ? { ...file, content: bomb } : file)),
    );
    const memory = process.memoryUsage().rss;
    await refuses(archive, /larger than any that Docket writes/);
    assert.ok(process.memoryUsage().rss - memory < 400 * 1024 * 1024);
  });

  test('with a size that does not fit into memory is refused at its header', async () => {
    const archive = forge((files) =>
      files.map((file) => (file.name === 'manifest.json' ? { ...file, claimedBytes: 2 ** 40 } : file)),
    );
    await refuses(archive, /larger than any that Docket writes/);
  });

  test('with fewer or more rows than its manifest says is refused', async () => {
    const without = forge((files) => files.filter(({ name }) => name !== 'tables/tickets/000001.jsonl.gz'));
    await refuses(without, /damaged or missing/);
    const more = forge(
      (files) => files,
      ({ parts }) => {
        for (const part of parts) if (part.name.startsWith('tables/tickets/')) part.rows++;
      },
    );
    await refuses(more, /damaged or missing/);
  });

  test('of a newer schema, of an unknown one, or of a newer format is refused with what to do', async () => {
    const withSchema = (schema: object) =>
      forge(
        (files) =>
          files.map((file) =>
            file.name === 'docket-backup.json'
              ? {
                  ...file,
                  content: Buffer.from(JSON.stringify({ ...JSON.parse(String(file.content)), ...schema })),
                }
              : file,
          ),
        (manifest) => Object.assign(manifest, schema),
      );
    await refuses(
      withSchema({ schema: { step: 9999, name: 'later' } }),
      /made by a newer Docket.*Install that version/,
    );
    await refuses(withSchema({ schema: { step: 3, name: 'other' } }), /which this Docket does not know/);
    await refuses(withSchema({ formatVersion: 2 }), /version 2 of the format/);
  });

  test('that is another file is refused', async () => {
    await refuses(Buffer.from('hello'), /cut off/);
    await refuses(Buffer.alloc(10_000, 'x'), /damaged/);
    await refuses(writeTar([{ name: 'manifest.json', content: Buffer.from('{}') }]), /no backup of Docket/);
  });

  test('that is refused leaves an empty target that can be used', async () => {
    const home = await newHome('sqlite');
    const file = path.join(folder, 'half.tar');
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    await assert.rejects(restore(file, home), /cut off/);
    assert.deepEqual(readdirSync(home.config.DATA_DIR), []);
    await home.remove();
  });
});

const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024));
