export interface StreamMessage {
  id?: string;
  event?: string;
  data?: string;
  retryMs?: number;
}

/** Beyond it the stream is not one of Docket, whose largest message is the row of a ticket. */
const messageCharsMax = 16 * 1024 * 1024;

/**
 * The messages of server-sent events: fields on lines, an empty line after each message. An aborted signal ends them,
 * also where it no longer ends the request that the body belongs to.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<StreamMessage, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  let message: StreamMessage = {};
  let rest = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split(/\r?\n/);
      rest = lines.pop() as string;
      if (rest.length > messageCharsMax) throw new Error('A message of the stream is too long');
      for (const line of lines) {
        if (line !== '') addField(message, line);
        else {
          if (Object.keys(message).length > 0) yield message;
          message = {};
        }
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await reader.cancel().catch(() => {});
  }
}

function addField(message: StreamMessage, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'id') message.id = value;
  if (name === 'event') message.event = value;
  if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`;
  if (name === 'retry' && /^\d+$/.test(value)) message.retryMs = Number(value);
}
