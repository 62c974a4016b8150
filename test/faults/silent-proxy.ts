import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A piece of what a client and the server say to each other; `connection` is the same object for both directions. */
export interface Passing {
  bytes: Buffer;
  from: 'client' | 'server';
  connection: object;
}

/**
 * Passes bytes on to a server on this machine, until it is told to swallow them without closing anything. `observe` is
 * called before; what it returns is awaited.
 */
export async function openProxy(
  target: { port: number },
  observe: (passing: Passing) => Promise<void> | undefined = () => undefined,
) {
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
      let passed: Promise<void> | undefined;
      from.on('data', (bytes: Buffer) => {
        const pass = () => {
          if (pairs.has(pair)) to.write(bytes);
        };
        const held = observe({ bytes, from: from === inner ? 'client' : 'server', connection: pair });
        if (held || passed) passed = Promise.all([passed, held]).then(pass);
        else pass();
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
