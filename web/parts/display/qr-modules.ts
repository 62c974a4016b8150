import { encode } from 'uqr';

/** The most bytes that a QR code of the largest size holds at error correction level M. */
const bytesMax = 2_331;

/** The modules of a QR code for this text, without a margin; `true` is dark. Undefined if the text is too long for one. */
export function qrModules(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.length <= bytesMax ? encode(bytes, { ecc: 'M', border: 0 }).data : undefined;
}
