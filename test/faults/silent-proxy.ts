import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes bytes on to a server on this machine, until it is told to swallow them without closing anything. */
export async function openProxy(target: { port: number }) {
  const pairs = new Set<[Socket, Socket]>();
  let acceptsNew = true;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    sockets.add(inner);
    if (!acceptsNew) {
      inner.on('error', () => {}).resume();
      return;
    }
    const outer = connect(target.port, '127.0.0.1');
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    for (const [from, to] of [pair, [outer, inner]] as const) {
      from.on('data', (bytes) => {
        if (pairs.has(pair)) to.write(bytes);
      });
      from.on('close', () => {
        if (pairs.delete(pair)) to.destroy();
      });
      from.on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    /** From now on nothing passes on the present connections, and on new ones only if `newToo` is false. */
    swallow: ({ newToo }: { newToo: boolean }) => {
      pairs.clear();
      acceptsNew = !newToo;
    },
    heal: () => {
      acceptsNew = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
