/** A UUID of version 7, which the server accepts as the id of a new ticket. Works without a secure context. */
export function newId(atMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = atMs.toString(16).padStart(12, '0');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
