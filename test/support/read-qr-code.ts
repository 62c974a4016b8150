import jsqr from 'jsqr';

/** Its types describe another form of export than it has. */
const decode = jsqr as unknown as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string; version: number } | null;

/** Reads a QR code in a square picture: red, green, blue and opacity of each pixel. */
export const readQrCode = (pixels: Uint8ClampedArray) => {
  const width = Math.sqrt(pixels.length / 4);
  return decode(pixels, width, width);
};
