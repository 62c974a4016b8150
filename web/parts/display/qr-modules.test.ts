import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQrCode } from '../../../test/support/read-qr-code.ts';
import { qrModules } from './qr-modules.ts';

/** Reads a code as a camera would see it: two pixels for each module, and a margin. */
function read(code: boolean[][]) {
  const [scale, margin] = [2, 4];
  const width = (code.length + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (code[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin])
        pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return readQrCode(pixels);
}

/** How many bytes each version takes at level M, by the standard. */
const capacities = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];
const sizeOf = (version: number) => 17 + 4 * version;

test('each version takes as many bytes as the standard says', () => {
  for (const [index, capacity] of capacities.entries()) {
    if ([0, 5, 8, 25, 39].includes(index))
      assert.equal(qrModules('a'.repeat(capacity))?.length, sizeOf(index + 1));
    const next = qrModules('a'.repeat(capacity + 1))?.length;
    assert.equal(next, index === 39 ? undefined : sizeOf(index + 2));
  }
});

test('a decoder reads what was written, whatever blocks and alignments the version has', () => {
  for (const version of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 21, 40]) {
    const length = (capacities[version - 1] ?? 0) - (version % 3);
    const text = Array.from({ length }, (_, index) =>
      String.fromCharCode(33 + ((index * 7 + length) % 90)),
    ).join('');
    const found = read(qrModules(text) as boolean[][]);
    assert.deepEqual([found?.data, found?.version], [text, version]);
  }
});

test('the address of an authenticator app with letters of any language is read back', () => {
  const uri = 'otpauth://totp/Straße:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Straße';
  assert.equal(read(qrModules(uri) as boolean[][])?.data, uri);
});
