import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type EventRow, listEventsAfter } from '../events/index.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type Every, every } from '../platform/every.ts';
import type { Actor } from '../users/index.ts';
import { findAudience } from './audience.ts';
import { endUnwelcome } from './end-unwelcome.ts';
import { type EventPlace, isBefore, isSame, laterOf } from './event-place.ts';
import { Listeners } from './listeners.ts';
import { type LiveFilter, LiveListener } from './live-listener.ts';
import { presentEvent } from './live-message.ts';
import { findNewestPlace, isAnythingAfter, isKnownPlace } from './live-store.ts';
import { newTurns } from './turns.ts';

export interface LiveSettings {
  db: Database;
  clock: Clock;
  logger: FastifyBaseLogger;
  /** The names of the events that go out. */
  outgoing: ReadonlySet<string>;
  repeat?: Every | undefined;
}

const behindMax = 10_000;
const pageSize = 100;
const pageCharactersMax = 256 * 1024;
// Who may see what is asked anew for every page, so a page must not take long to hand out.
const writesPerPage = 50_000;
const stepsPerTurn = 100;
const catchUpsAtOnce = 4;
const beatSlots = 20;
const credentialsCheckedMs = 2 * secondMs;
const settleWaitsMs = [5, 10, 20, 40, 80, 160];

export type LiveHub = ReturnType<typeof newLiveHub>;

/** One reader of events for all streams of the process: it reads each event once and hands it to whoever may see it. */
export function newLiveHub({ db, clock, logger, outgoing, repeat = every }: LiveSettings) {
  const listeners = new Listeners();
  const turns = newTurns(catchUpsAtOnce);
  /** Up to here events were read; whoever goes live now gets what comes after. */
  let position: EventPlace | undefined;
  /** Up to here everybody was sent what they may see. */
  let delivered: EventPlace = { xid: 0, seq: 0 };
  let stops: (() => void)[] = [];
  let reading: Promise<void> | undefined;
  let hasNotification = false;
  let isFailing = false;
  let isClosed = false;
  let settleWaits = 0;
  let second = 0;

  /** Starts to follow with the first stream; answers where the events are now. */
  async function follow(): Promise<EventPlace> {
    if (stops.length === 0 && !isClosed) {
      stops = [
        db.subscribe(wake),
        repeat(secondMs, beat),
        repeat(credentialsCheckedMs, () => void checkCredentials()),
      ];
    }
    const newest = await findNewestPlace(db.reads);
    position ??= newest;
    return newest;
  }

  /**
   * Lets somebody listen from now on, or from the place they had come to. `newest` is what `follow` answered. Nothing
   * is awaited between the last look at the position and going live: that leaves neither a gap nor a repeat.
   */
  async function join(
    actor: Actor,
    filter: LiveFilter,
    output: Writable,
    newest: EventPlace,
    from?: EventPlace,
  ): Promise<void> {
    // Who has gone already will not be seen going.
    if (output.destroyed) return;
    const now = laterOf(newest, position ?? newest);
    const listener = new LiveListener(actor, filter, output, from ?? now);
    listeners.add(listener, output);
    if (isClosed) return listener.end();
    if (!from || isSame(from, now)) return listener.goLive(now);
    try {
      await catchUp(listener, from, now);
    } catch (error) {
      if (!isClosed) logger.error({ err: error }, 'a stream could not catch up');
      listener.end();
    }
  }

  async function catchUp(listener: LiveListener, from: EventPlace, now: EventPlace): Promise<void> {
    // Sequence numbers have gaps and no repeats: what is missing is at most the distance.
    const isTooFar = now.seq - from.seq > behindMax;
    if (isTooFar || !(await isKnownPlace(db.reads, from))) {
      const place = laterOf(now, position ?? now);
      listener.reset(place);
      return listener.goLive(place);
    }
    let at = from;
    while (listener.isOpen && position && isBefore(at, position)) {
      const target: EventPlace = position;
      const { messages, last, isFull } = await turns(() => readMissed(listener.actor, at));
      for (const message of messages) await listener.sendWhenDrained(message);
      at = last && isFull ? last : laterOf(last ?? target, target);
    }
    listener.goLive(at);
  }

  async function readMissed(actor: Actor, after: EventPlace) {
    await nextTurn();
    const events = await listEventsAfter(db.reads, after, pageSize);
    const { messages, maySee } = await prepare(events);
    return {
      messages: messages.filter(({ event }) => maySee(actor, event)),
      last: placeOfLast(events),
      isFull: events.length === pageSize,
    };
  }

  function wake(): void {
    hasNotification = true;
    if (!isClosed) reading ??= readOn();
  }

  async function readOn(): Promise<void> {
    try {
      do {
        // Whatever was committed in this turn of the event loop is read together.
        await nextTurn();
        hasNotification = false;
        // Between two pages the connections take what they were given.
        while (!isClosed && (await readPage())) await nextTurn();
      } while (hasNotification && !isClosed);
      isFailing = false;
    } catch (error) {
      // The next news, or the poll, brings the next try.
      if (!isFailing) logger.error({ err: error }, 'live updates cannot read the events; trying again');
      isFailing = true;
    }
    reading = undefined;
  }

  /** Answers whether there may be more. */
  async function readPage(): Promise<boolean> {
    if (!position || listeners.count === 0) {
      position = await findNewestPlace(db.reads);
      return false;
    }
    const limit = Math.max(1, Math.min(pageSize, Math.floor(writesPerPage / listeners.count)));
    const events = headOf(await listEventsAfter(db.reads, position, limit));
    const last = placeOfLast(events);
    if (!last) {
      await lookAgainIfUnsettled(position);
      return false;
    }
    settleWaits = 0;
    await handOut(events, last);
    return true;
  }

  async function handOut(events: EventRow[], last: EventPlace): Promise<void> {
    const { messages, maySee } = await prepare(events);
    // Whoever goes live from here on, while others are being served, has these events or does not want them.
    position = last;
    let steps = 0;
    for (const own of listeners.groups()) {
      const [first] = own;
      const visible = first ? messages.filter(({ event }) => maySee(first.actor, event)) : [];
      for (const listener of visible.length > 0 ? [...own] : []) {
        if (listener.isLive) listener.send(visible);
        steps++;
      }
      // Requests have their turn in between.
      if (++steps < stepsPerTurn) continue;
      steps = 0;
      await nextTurn();
    }
    delivered = last;
  }

  async function prepare(events: EventRow[]) {
    const goingOut = events.filter(({ type }) => outgoing.has(type));
    return { messages: goingOut.map(presentEvent), maySee: await findAudience(db.reads, goingOut) };
  }

  /** What is written waits for older transactions to end, and nobody announces that. */
  async function lookAgainIfUnsettled(place: EventPlace): Promise<void> {
    if (!(await isAnythingAfter(db.reads, place))) return;
    const waitMs = settleWaitsMs[Math.min(settleWaits++, settleWaitsMs.length - 1)];
    setTimeout(wake, waitMs).unref();
  }

  /** Each listener hears something every 20 seconds, and not all in the same moment. */
  function beat(): void {
    const slot = second++ % beatSlots;
    for (const listener of listeners.list()) {
      if (listener.number % beatSlots === slot && listener.isLive) listener.beat(delivered);
    }
  }

  async function checkCredentials(): Promise<void> {
    await endUnwelcome(db.reads, listeners.list(), clock.now()).catch((error: unknown) => {
      if (!isClosed) logger.error({ err: error }, 'live updates cannot check who is still welcome');
    });
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const stop of stops) stop();
    for (const listener of listeners.list()) listener.end();
    await reading;
  }

  return { follow, join, close, assertRoomFor: (userId: string) => listeners.assertRoomFor(userId) };
}

/** As many as fit into a page, and at least one. */
function headOf(events: EventRow[]): EventRow[] {
  let characters = 0;
  return events.filter(({ data }, index) => {
    characters += data.length;
    return index === 0 || characters <= pageCharactersMax;
  });
}

function placeOfLast(events: EventRow[]): EventPlace | undefined {
  const last = events.at(-1);
  return last && { xid: last.xid, seq: last.seq };
}
