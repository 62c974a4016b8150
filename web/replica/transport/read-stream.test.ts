import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamMessage } from '../types.ts';
import { readStream } from './read-stream.ts';

const text = `retry: 2000
id: 0-1

: still here
id: 0-2

event: ticket.gone
data: {"id":"e1","type":"ticket.gone","timestamp":"","data":{}}

id: 0-3
event: ticket.updated
data: {"id":"e2","type":"ticket.updated","timestamp":"","data":{"title":"ß"}}

`;

const streamOf = (pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

test('messages are read wherever the network cuts them, and ids without data move the position', async () => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, 64, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const messages: StreamMessage[] = [];
    for await (const message of readStream(streamOf(pieces))) messages.push(message);
    assert.deepEqual(
      messages.map(({ cursor, event }) => [cursor, event?.type]),
      [
        ['0-1', undefined],
        ['0-2', undefined],
        ['0-2', 'ticket.gone'],
        ['0-3', 'ticket.updated'],
      ],
    );
  }
});
