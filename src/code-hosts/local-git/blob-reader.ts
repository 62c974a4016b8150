/** Reads the answers of `git cat-file --batch` out of the chunks in which they come. */
export function newBatchReader(take: (id: string, type: string, bytes: Buffer) => void) {
  let pending: Buffer = Buffer.alloc(0);
  let header: { id: string; type: string; size: number } | undefined;
  let parts: Buffer[] = [];
  let missing = 0;

  const readHeader = (): boolean => {
    const end = pending.indexOf(10);
    if (end < 0) return false;
    const [id = '', type = '', size = ''] = pending.toString('latin1', 0, end).split(' ');
    pending = pending.subarray(end + 1);
    // `<id> missing`: a shallow or damaged repository; what is not there cannot be described.
    if (size === '') return true;
    header = { id, type, size: Number(size) };
    // The content and the newline after it.
    missing = header.size + 1;
    return true;
  };
  const readContent = (): boolean => {
    const part = pending.subarray(0, missing);
    parts.push(part);
    missing -= part.length;
    pending = pending.subarray(part.length);
    if (missing > 0 || !header) return false;
    take(header.id, header.type, Buffer.concat(parts).subarray(0, header.size));
    header = undefined;
    parts = [];
    return true;
  };

  return (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length > 0 && (header ? readContent() : readHeader()));
  };
}
