/** RFC 6266: `filename` in ASCII for old clients, `filename*` with the exact name for all others. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${percentEncoded(name)}`;
}

/** Also encodes the four characters that encodeURIComponent leaves alone and RFC 8187 reserves. */
const percentEncoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
