/**
 * A QR code (ISO/IEC 18004) of a text: bytes in UTF-8, error correction level M, the smallest of the 40 versions that the
 * text fits into. `true` is dark. Undefined if the text has more than 2,331 bytes.
 */
export function qrModules(text: string): boolean[][] | undefined {
  const data = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version++) {
    const capacity = codewordsOf(version) - (checkBytes[version - 1] ?? 0) * (blocks[version - 1] ?? 0);
    const lengthBits = version < 10 ? 8 : 16;
    if (4 + lengthBits + 8 * data.length <= 8 * capacity)
      return drawCode(version, addChecks(version, pack(data, lengthBits, capacity)));
  }
  return undefined;
}

/** By version, for level M: how many bytes of error correction a block has, and how many blocks there are. */
const checkBytes = [
  10,
  16,
  26,
  18,
  24,
  16,
  18,
  22,
  22,
  26,
  30,
  22,
  22,
  24,
  24,
  28,
  28,
  26,
  26,
  26,
  26,
  ...Array<number>(19).fill(28),
];
const blocks = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];

/** All modules without those of finders, timing, alignment, format and version, in bytes. */
function codewordsOf(version: number): number {
  const alignments = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const modules =
    (16 * version + 128) * version +
    64 -
    (alignments > 0 ? (25 * alignments - 10) * alignments - 55 : 0) -
    (version > 6 ? 36 : 0);
  return modules >> 3;
}

/** Mode, length, data and padding. */
function pack(data: Uint8Array, lengthBits: number, capacity: number): Uint8Array {
  const bits = [4, data.length, ...data].map((value, index) =>
    value.toString(2).padStart([4, lengthBits][index] ?? 8, '0'),
  );
  const text = `${bits.join('')}0000`.slice(0, 8 * capacity);
  const packed = new Uint8Array(capacity);
  const used = Math.ceil(text.length / 8);
  for (let index = 0; index < capacity; index++)
    packed[index] =
      index < used
        ? Number.parseInt(text.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2)
        : (index - used) % 2 === 0
          ? 0xec
          : 0x11;
  return packed;
}

/** Splits the data into blocks, the longer ones last, and takes a byte of each in turn. */
function addChecks(version: number, data: Uint8Array): number[] {
  const count = blocks[version - 1] ?? 0;
  const size = checkBytes[version - 1] ?? 0;
  const shortLength = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  const divisor = divisorOf(size);
  const parts: { data: Uint8Array; check: number[] }[] = [];
  for (let block = 0, at = 0; block < count; block++) {
    const part = data.subarray(at, at + shortLength + (block < longFrom ? 0 : 1));
    at += part.length;
    parts.push({ data: part, check: remainderOf(part, divisor) });
  }
  const inTurn = (
    length: number,
    byteOf: (part: (typeof parts)[number], index: number) => number | undefined,
  ) => Array.from({ length }, (_, index) => parts.map((part) => byteOf(part, index))).flat();
  return [
    ...inTurn(shortLength + 1, (part, index) => part.data[index]),
    ...inTurn(size, (part, index) => part.check[index]),
  ].filter((byte) => byte !== undefined);
}

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The coefficients of (x - 1)(x - 2)(x - 4) … without the highest. */
function divisorOf(degree: number): number[] {
  let divisor = [...Array<number>(degree - 1).fill(0), 1];
  for (let index = 0, root = 1; index < degree; index++, root = multiply(root, 2))
    divisor = divisor.map((factor, at) => multiply(factor, root) ^ (divisor[at + 1] ?? 0));
  return divisor;
}

/** Reed-Solomon. */
function remainderOf(data: Uint8Array, divisor: number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((coefficient, index) => (rest[index + 1] ?? 0) ^ multiply(coefficient, factor));
  }
  return rest;
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawCode(version: number, codewords: number[]): boolean[][] {
  const codes = masks.map((_, mask) => drawWith(version, codewords, mask));
  const uneven = codes.map(unevennessOf);
  return codes[uneven.indexOf(Math.min(...uneven))] as boolean[][];
}

function drawWith(version: number, codewords: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const code = Array.from({ length: size }, () => Array<boolean | undefined>(size));
  const set = (x: number, y: number, isDark: boolean) => {
    const row = code[y];
    if (row && x >= 0 && x < size) row[x] = isDark;
  };
  /** Rings around a centre; dark where `isDark` of the distance says so. */
  const drawRings = (
    centreX: number,
    centreY: number,
    radius: number,
    isDark: (distance: number) => boolean,
  ) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        set(centreX + x, centreY + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const places = alignmentsOf(version);
  for (const x of places)
    for (const y of places)
      if (![x, y].includes(6) || (x !== y && Math.max(x, y) !== size - 7))
        drawRings(x, y, 2, (distance) => distance !== 1);
  drawFormat(set, size, mask);
  if (version > 6) drawVersion(set, size, version);
  drawData(code, codewords, masks[mask] as (typeof masks)[number]);
  return code as boolean[][];
}

function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [
    6,
    ...Array.from({ length: count - 1 }, (_, index) => 4 * version + 10 - (count - 2 - index) * step),
  ];
}

type SetModule = (x: number, y: number, isDark: boolean) => void;

/** Level M, which is 0, and the mask, twice, around the finders. */
function drawFormat(set: SetModule, size: number, mask: number): void {
  const bits = ((mask << 10) | remainderOfBits(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, isDark);
    set(at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, isDark);
  }
  set(8, size - 8, true);
}

function drawVersion(set: SetModule, size: number, version: number): void {
  const bits = (version << 12) | remainderOfBits(version, 12, 0x1f25);
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    set(near, far, isDark);
    set(far, near, isDark);
  }
}

/** BCH code. */
function remainderOfBits(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return rest;
}

/** In columns of two from the right, up and down in turn, leaving out the column of the timing. */
function drawData(
  code: (boolean | undefined)[][],
  codewords: number[],
  isInverted: (typeof masks)[number],
): void {
  const size = code.length;
  let bit = 0;
  for (let pair = 0; pair < (size - 1) / 2; pair++) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < 2 * size; step++) {
      const [x, along] = [right - (step % 2), step >> 1];
      const y = pair % 2 === 0 ? size - 1 - along : along;
      const row = code[y] as (boolean | undefined)[];
      if (row[x] !== undefined) continue;
      const isDark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
      row[x] = isDark !== isInverted(x, y);
      bit++;
    }
  }
}

/** Long runs and plain areas are hard to read. Every mask can be read; the standard has two more rules. */
function unevennessOf(code: boolean[][]): number {
  let sum = 0;
  const runs = (at: (a: number, b: number) => boolean | undefined) => {
    for (let a = 0; a < code.length; a++)
      for (let b = 0, run = 0; b < code.length; b++) {
        run = b > 0 && at(a, b) === at(a, b - 1) ? run + 1 : 1;
        if (run >= 5) sum += run === 5 ? 3 : 1;
      }
  };
  runs((a, b) => code[a]?.[b]);
  runs((a, b) => code[b]?.[a]);
  for (let y = 1; y < code.length; y++)
    for (let x = 1; x < code.length; x++) {
      const corner = code[y]?.[x];
      if (corner === code[y]?.[x - 1] && corner === code[y - 1]?.[x] && corner === code[y - 1]?.[x - 1])
        sum += 3;
    }
  return sum;
}
