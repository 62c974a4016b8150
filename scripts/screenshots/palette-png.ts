import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * Writes a screenshot with at most 256 colours, one byte for each pixel: about a third of the bytes of Chromium's PNG, and
 * hardly to be told from it, because an interface has few colours. Reads what Chromium writes: 8 bits, RGB or RGBA, not
 * interlaced.
 */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, pixels } = readPng(png);
  const palette = choosePalette(pixels);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < pixels.length; at++) {
    const color = pixels[at] as number;
    let index = nearest.get(color);
    if (index === undefined) {
      index = findNearest(palette, color);
      nearest.set(color, index);
    }
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Width and height in pixels, from the header. */
export const sizeOfPng = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

function readPng(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const { width, height } = sizeOfPng(png);
  const [depth, colorType, , , interlace] = png.subarray(24, 29);
  const channels = { 2: 3, 6: 4 }[colorType as 2 | 6];
  if (depth !== 8 || interlace !== 0 || channels === undefined)
    throw new Error('not a PNG as Chromium writes it');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = bytes.readUIntBE(at * channels, 3);
  return { width, height, pixels };
}

/** Undoes the filters of PNG (ISO/IEC 15948, 9.2). */
function unfilter(filtered: Buffer, stride: number, height: number, channels: number): Buffer {
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (bytes[y * stride + x - channels] as number);
      const up = y === 0 ? 0 : (bytes[(y - 1) * stride + x] as number);
      const corner = x < channels || y === 0 ? 0 : (bytes[(y - 1) * stride + x - channels] as number);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] as number;
      bytes[y * stride + x] = (filtered[y * (stride + 1) + x + 1] as number) + predicted;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const base = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(base - left), Math.abs(base - up), Math.abs(base - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type Counted = [color: number, count: number];

const channelOf = (color: number, channel: number) => (color >> (16 - 8 * channel)) & 255;

/** The most frequent colours as they are, so that surfaces stay exact, and the rest by median cut. */
function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const colors = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
  const exact = colors.slice(0, 96);
  const boxes = colors.length > exact.length ? [colors.slice(exact.length)] : [];
  while (boxes.length > 0 && exact.length + boxes.length < 256) {
    const widest = boxes.reduce((best, box) => (spread(box).weight > spread(best).weight ? box : best));
    if (widest.length < 2) break;
    const { channel } = spread(widest);
    widest.sort(([a], [b]) => channelOf(a, channel) - channelOf(b, channel) || a - b);
    boxes.push(widest.splice(widest.length >> 1));
  }
  return [...exact.map(([color]) => color), ...boxes.map(average)];
}

/** The channel in which the colours differ most, weighted by how many pixels have them. */
function spread(box: Counted[]): { channel: number; weight: number } {
  const pixels = box.reduce((sum, [, count]) => sum + count, 0);
  const widths = [0, 1, 2].map((channel) => {
    const values = box.map(([color]) => channelOf(color, channel));
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const widest = Math.max(...widths);
  return { channel: widths.indexOf(widest), weight: widest * Math.sqrt(pixels) };
}

function average(box: Counted[]): number {
  const pixels = box.reduce((sum, [, count]) => sum + count, 0);
  return [0, 1, 2].reduce((color, channel) => {
    const sum = box.reduce((total, [each, count]) => total + channelOf(each, channel) * count, 0);
    return color * 256 + Math.round(sum / pixels);
  }, 0);
}

function findNearest(palette: readonly number[], color: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, each] of palette.entries()) {
    const distance = [0, 1, 2].reduce(
      (sum, channel) => sum + (channelOf(each, channel) - channelOf(color, channel)) ** 2,
      0,
    );
    if (distance >= least) continue;
    best = index;
    least = distance;
  }
  return best;
}
