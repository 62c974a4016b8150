/** Parses the output of `git cat-file --batch` from a stream of chunks. */
export function newBatchReader(onObject: (id: string, type: string, bytes: Buffer) => void) {
  let pending: Buffer = Buffer.alloc(0);
  let header: { id: string; type: string; size: number } | undefined;
  let parts: Buffer[] = [];
  let bytesLeft = 0;

  const readHeader = (): boolean => {
    const end = pending.indexOf(10);
    if (end < 0) return false;
    const [id = '', type = '', size = ''] = pending.toString('latin1', 0, end).split(' ');
    pending = pending.subarray(end + 1);
    // `<id> missing`: the repository is shallow or damaged; the object is skipped.
    if (size === '') return true;
    header = { id, type, size: Number(size) };
    // The content and the newline after it.
    bytesLeft = header.size + 1;
    return true;
  };
  const readContent = (): boolean => {
    const part = pending.subarray(0, bytesLeft);
    parts.push(part);
    bytesLeft -= part.length;
    pending = pending.subarray(part.length);
    if (bytesLeft > 0 || !header) return false;
    onObject(header.id, header.type, Buffer.concat(parts).subarray(0, header.size));
    header = undefined;
    parts = [];
    return true;
  };

  return (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length > 0 && (header ? readContent() : readHeader()));
  };
}
