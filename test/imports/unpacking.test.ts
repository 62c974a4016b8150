import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ReadableFile } from '../../src/imports/unpacking/archive-member.ts';
import { findArchiveForm, readMembers } from '../../src/imports/unpacking/read-members.ts';
import { type PackedFile, packTar, packZip, paxRecord } from '../support/pack-archives.ts';

/** In small pieces, so that a header or number is cut in two somewhere. */
const fileOf = (bytes: Buffer, step = 7): ReadableFile => ({
  name: 'files',
  bytes: bytes.length,
  open: async function* (range = { start: 0, end: bytes.length - 1 }) {
    for (let at = range.start; at <= range.end; at += step)
      yield bytes.subarray(at, Math.min(at + step, range.end + 1));
  },
});

async function unpack(bytes: Buffer, step?: number): Promise<[path: string, content: string][]> {
  const file = fileOf(bytes, step);
  const form = await findArchiveForm(file);
  assert.ok(form, 'it is an archive');
  const unpacked: [string, string][] = [];
  for await (const { path, content, bytes: claimed } of readMembers(file, form)) {
    const text = Buffer.concat(await Array.fromAsync(content())).toString();
    assert.equal(Buffer.byteLength(text), claimed);
    unpacked.push([path, text]);
  }
  return unpacked;
}

const long = `${'folder/'.repeat(30)}ä.txt`;
const plain: PackedFile[] = [
  { name: './tree/project/issues.ndjson', content: '{}\n' },
  { name: 'uploads/a/empty.txt' },
  { name: long, content: 'x'.repeat(100_000) },
];
const expected = [
  ['tree/project/issues.ndjson', '{}\n'],
  ['uploads/a/empty.txt', ''],
  [long, 'x'.repeat(100_000)],
];
const forms: Record<string, (files: PackedFile[]) => Buffer> = {
  tar: packTar,
  'tar.gz': (files) => gzipSync(packTar(files)),
  zip: packZip,
};

for (const [form, pack] of Object.entries(forms)) {
  test(`${form}: the files in an archive are read with their names, long ones too`, async () => {
    assert.deepEqual(await unpack(pack(plain), 1_013), expected);
  });

  test(`${form}: files whose path leads out of the archive are left out`, async () => {
    const names = ['../etc/passwd', '/etc/passwd', 'a/../../b', 'C:\\b', '..\\b', 'kept/b'];
    const files = names.map((name) => ({ name, content: 'x' }));
    assert.deepEqual(await unpack(pack(files)), [['kept/b', 'x']]);
  });

  test(`${form}: an archive that is cut off is refused`, async () => {
    const whole = pack(plain);
    const cut = whole.subarray(0, whole.length - (form === 'zip' ? 30 : Math.floor(whole.length / 2)));
    await assert.rejects(unpack(cut, 4_096), /cut off|damaged/);
  });

  test(`${form}: an archive that would unpack to more than 20 GiB is refused before it is unpacked`, async () => {
    const huge = [{ name: 'a', content: 'x', claimedBytes: 4_294_967_000 }];
    const files =
      form === 'zip' ? Array.from({ length: 6 }, (_, n) => ({ ...huge[0], name: `a${n}` })) : huge;
    if (form !== 'zip') (files[0] as PackedFile).claimedBytes = 21 * 2 ** 30;
    const file = fileOf(pack(files as PackedFile[]));
    const listed = async () => {
      for await (const _ of readMembers(file, form as 'zip')) if (form !== 'zip') break;
    };
    await assert.rejects(listed(), /unpacks to more than 21474836480 bytes/);
  });
}

for (const [form, pack] of Object.entries(forms))
  test(`${form}: an archive of more than 10,000 files is refused`, async () => {
    const files = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}.csv`, content: 'x' }));
    await assert.rejects(unpack(pack(files), 65_536), /more than 10000 files/);
  });

test('zip: each file in it is opened once', async () => {
  const files = Array.from({ length: 100 }, (_, n) => ({ name: `${n}.csv`, content: 'title\n' }));
  const file = fileOf(packZip(files), 4_096);
  let opened = 0;
  const counted: ReadableFile = {
    ...file,
    open: (range) => {
      opened++;
      return file.open(range);
    },
  };
  for await (const { content } of readMembers(counted, 'zip')) await Array.fromAsync(content());
  assert.ok(opened <= files.length + 3, String(opened));
});

test('tar: links, folders and devices are left out; names of pax headers count', async () => {
  const files = [
    { name: 'link', type: '2' },
    { name: 'hard', type: '1' },
    { name: 'folder/', type: '5' },
    { name: 'device', type: '3' },
    paxRecord('path', 'from/pax/ü.txt'),
    { name: 'short', content: 'text' },
  ];
  assert.deepEqual(await unpack(packTar(files)), [['from/pax/ü.txt', 'text']]);
});

test('zip: stored files, large end records and comments at the end are read', async () => {
  const files = [
    { name: 'a', content: 'stored', isStored: true },
    { name: 'b', content: 'packed' },
  ];
  const contents = [
    ['a', 'stored'],
    ['b', 'packed'],
  ];
  assert.deepEqual(await unpack(packZip(files)), contents);
  assert.deepEqual(await unpack(packZip(files, { isLarge: true })), contents);
  const commented = packZip(files);
  commented.writeUInt16LE(5, commented.length - 2);
  assert.deepEqual(await unpack(Buffer.concat([commented, Buffer.from('hello')])), contents);
});

test('zip: links, folders and encrypted files are left out', async () => {
  const files = [
    { name: 'link', content: '/etc/passwd', mode: 0o120777 },
    { name: 'folder/' },
    { name: 'secret', content: 'x', isEncrypted: true },
    { name: 'kept', content: 'x' },
  ];
  assert.deepEqual(await unpack(packZip(files)), [['kept', 'x']]);
});

test('zip: a wrong size, a wrong checksum and files that share bytes are refused', async () => {
  const bomb = 'x'.repeat(100_000);
  await assert.rejects(
    unpack(packZip([{ name: 'a', content: bomb, claimedBytes: 10 }])),
    /a in it is damaged/,
  );
  await assert.rejects(
    unpack(packZip([{ name: 'a', content: 'x', claimedBytes: 10 }])),
    /a in it is damaged/,
  );
  await assert.rejects(unpack(packZip([{ name: 'a', content: 'x', claimedCrc: 1 }])), /a in it is damaged/);
  const shared = packZip([
    { name: 'a', content: bomb },
    { name: 'b', content: bomb, claimedOffset: 0 },
  ]);
  await assert.rejects(unpack(shared), /files in it overlap/);
});

test('bytes that only look like an archive are refused with a sentence, whatever they are', async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed;
  };
  for (const pack of Object.values(forms)) {
    const whole = pack(plain.slice(0, 2));
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 3; change++) bytes[4 + (random() % (bytes.length - 4))] = random() % 256;
      const file = fileOf(bytes, 4_096);
      const form = await findArchiveForm(file);
      if (!form) continue;
      await unpack(bytes, 4_096).catch((error: Error) => {
        assert.equal(error.constructor.name, 'FileProblem', String(error.stack));
      });
    }
  }
});
