import type { FastifyInstance, FastifyReply } from 'fastify';
import { BackgroundLoop } from '../background-loop.ts';
import { secondMs } from '../clock.ts';
import type { Database } from '../db/index.ts';
import { repeat } from '../timer.ts';
import { eventStreamHeaders, startEventStream } from './event-stream.ts';

const heartbeatMs = 15 * secondMs;

interface JobStream<Job> {
  /** The name of the events, and of the loop in logs. */
  event: string;
  /** Authorizes, and reads the job as it is now. */
  read: () => Promise<Job>;
  hasEnded: (job: Job) => boolean;
}

/** Server-sent events about jobs that run in the background: the job whenever it changes, until it ends. */
export function newJobStreams(app: FastifyInstance, db: Database) {
  const openStreams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of openStreams) end();
  });
  return async <Job>(reply: FastifyReply, method: string, { event, read, hasEnded }: JobStream<Job>) => {
    const job = await read();
    if (method === 'HEAD') return reply.headers(eventStreamHeaders).send();
    const raw = startEventStream(reply);
    let sent = '';
    const send = (latest: Job) => {
      if (raw.writableEnded) return;
      const text = JSON.stringify(latest);
      if (text !== sent) raw.write(`event: ${event}\ndata: ${text}\n\n`);
      sent = text;
      if (hasEnded(latest)) raw.end();
    };
    const loop = new BackgroundLoop({
      name: `${event} stream`,
      logger: app.log,
      subscribe: db.subscribe,
      // On an error the stream ends: the client reconnects and receives the error as a response.
      step: () => read().then(send, () => void raw.end()),
    });
    const stopHeartbeat = repeat(heartbeatMs, () => void raw.write(': still here\n\n'));
    const end = () => raw.end();
    openStreams.add(end);
    raw.once('close', () => {
      void loop.stop();
      stopHeartbeat();
      openStreams.delete(end);
    });
    send(job);
    loop.start();
  };
}
