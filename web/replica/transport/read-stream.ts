import type { StreamMessage } from '../types.ts';

/** Yields the messages of a server-sent event stream, including ids without data, which move the position. */
export async function* readStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  let cursor = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = `${rest}${piece.value}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const { id, data } = readBlock(block);
        if (id !== undefined) cursor = id;
        if (data !== undefined) yield { cursor, event: JSON.parse(data) };
        else if (id !== undefined) yield { cursor };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readBlock(block: string): { id?: string; data?: string } {
  const fields: { id?: string; data?: string } = {};
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) fields.id = line.slice(4);
    else if (line.startsWith('data: ')) {
      fields.data = fields.data === undefined ? line.slice(6) : `${fields.data}\n${line.slice(6)}`;
    }
  }
  return fields;
}
