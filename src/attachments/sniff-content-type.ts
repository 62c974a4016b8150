/** How many of a file's first bytes `sniffContentType` needs. */
export const sniffedBytes = 4_096;

const signatures: [contentType: string, matches: (head: Buffer) => boolean][] = [
  ['image/png', startsWith('89504e470d0a1a0a')],
  ['image/jpeg', startsWith('ffd8ff')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['image/webp', (head) => /^RIFF.{4}WEBPVP8/s.test(head.toString('latin1', 0, 15))],
  ['application/pdf', startsWith('255044462d')],
  ['application/zip', (head) => startsWith('504b0304')(head) || startsWith('504b0506')(head)],
  ['application/gzip', startsWith('1f8b08')],
  // AVIF, HEIC and QuickTime files start with `ftyp` too; the brand that follows tells them apart.
  [
    'video/mp4',
    (head) => /^ftyp(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)/.test(head.toString('latin1', 4, 12)),
  ],
  ['text/plain', isPlainText],
];

/** Detects the type of a file from its first bytes. The type that the client claims is not trusted. */
export function sniffContentType(head: Buffer): string {
  return signatures.find(([, matches]) => matches(head))?.[0] ?? 'application/octet-stream';
}

function startsWith(hex: string): (head: Buffer) => boolean {
  const bytes = Buffer.from(hex, 'hex');
  return (head) => head.subarray(0, bytes.length).equals(bytes);
}

/** Valid UTF-8 without control characters. Markup is excluded: a browser could run it as a page. */
function isPlainText(head: Buffer): boolean {
  const text = decode(head);
  if (text === undefined || text === '') return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean that the file is not plain text
  return !/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && !/^\s*</.test(text);
}

function decode(head: Buffer): string | undefined {
  try {
    // `stream` accepts a last character that is cut off at the end of `head`.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= sniffedBytes });
  } catch {
    return undefined;
  }
}
