import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  findNewestMessage,
  findPresentUsers,
  hasMessagesAfter,
  listLiveMessages,
} from '../collaboration/index.ts';
import { BackgroundLoop } from '../platform/background-loop.ts';
import { loadAudience } from './audience.ts';
import type { DispatcherOptions } from './event-dispatcher.ts';
import type { EventPosition } from './event-position.ts';
import { presentDerived } from './live-message.ts';

const pageSize = 100;
const unsettledRetryMs = 10;

/**
 * Sends what is not recorded as an event, presence and edits of texts, to the streams that asked for it (`?presence=true`)
 * and whose user is present at that ticket or project. It begins with what is new when the first such stream opens, and
 * reads nothing while there is none.
 */
export class MessageDispatcher {
  readonly #options: Omit<DispatcherOptions, 'streamedTypes'>;
  readonly #loop: BackgroundLoop;
  #position: EventPosition | undefined;

  constructor(options: Omit<DispatcherOptions, 'streamedTypes'>) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      name: 'live messages',
      logger: options.logger,
      subscribe: options.db.subscribe,
      step: async (signal) => {
        await nextTurn();
        return !signal.aborted && this.#readPage();
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Called before a stream that asked for messages is added: if it is the first, it begins with what is new. */
  async begin(): Promise<void> {
    if (!this.#position || this.#wanting().length === 0)
      this.#position = await findNewestMessage(this.#options.db.reads);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  #wanting = () => this.#options.connections.list().filter(({ wantsPresence }) => wantsPresence);

  /** Returns whether there may be another page. */
  async #readPage(): Promise<boolean> {
    const { db } = this.#options;
    const wanting = this.#wanting();
    if (wanting.length === 0 || !this.#position) return false;
    const rows = await listLiveMessages(db.reads, { ...this.#position, limit: pageSize });
    const last = rows.at(-1);
    if (!last) {
      // A committed message settles when all older transactions have ended, of which no notification tells.
      if (await hasMessagesAfter(db.reads, this.#position))
        setTimeout(this.#loop.wake, unsettledRetryMs).unref();
      return false;
    }
    const events = rows.map((row) => ({ ...row, actorId: null }));
    const [audience, presentAt] = await Promise.all([
      loadAudience(db.reads, events),
      findPresentUsers(db.reads, rows),
    ]);
    this.#position = { xid: last.xid, seq: last.seq };
    for (const event of events) {
      const present = presentAt(event);
      const { bytes } = presentDerived(event);
      for (const connection of wanting)
        if (present.has(connection.actor.userId) && audience.canSee(connection.actor, event))
          connection.sendPassing(bytes);
      await nextTurn();
    }
    return true;
  }
}
