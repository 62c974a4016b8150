import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client closes the connection before the answer is complete. Few requests need it, so it is made when
 * first asked for.
 */
export function newDisconnectSignal({ raw }: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= listen(raw);
    return signal;
  };
}

function listen(response: FastifyReply['raw']): AbortSignal {
  const disconnect = new AbortController();
  const abortUnlessComplete = () => {
    if (!response.writableFinished) disconnect.abort();
  };
  if (response.closed || response.destroyed) abortUnlessComplete();
  else response.once('close', abortUnlessComplete);
  return disconnect.signal;
}
