import type { Worker } from 'node:worker_threads';

/** Messages of a thread in order, one at a time; its end rejects. */
export function newMailbox<Message>(
  thread: Worker,
  { outOfMemory, ended }: { outOfMemory: () => Error; ended: string },
) {
  const waiting: Message[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  thread.on('message', (message: Message) => {
    waiting.push(message);
    wake();
  });
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  thread.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error),
  );
  thread.once('exit', () => fail(new Error(ended)));
  return {
    receive: async (): Promise<Message> => {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) return message;
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
