import { followStream } from './transport/follow-stream.ts';
import type { Clock, Transport } from './transport/transport.ts';
import type { Connection, StreamMessage } from './types.ts';

/** The messages between tabs. */
export type TabMessage =
  | { kind: 'message'; message: StreamMessage }
  | { kind: 'state'; state: Connection['state'] }
  /** A tab asks the leader for the messages since its position. */
  | { kind: 'hello'; from: string; cursor: string | undefined }
  /** `messages` is undefined if the leader no longer has them. */
  | { kind: 'welcome'; to: string; cursor: string; messages: StreamMessage[] | undefined };

export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

/** Resolves when this tab has the lock, which it then keeps. Undefined if the browser has no locks. */
export type TakeLead = (() => Promise<void>) | undefined;

interface Receiver {
  readonly cursor: string | undefined;
  receive(message: StreamMessage): void;
  setStream(state: Connection['state']): void;
  reset(): void;
  fail(error: unknown): void;
  on(name: 'wake', listener: () => void): () => void;
}

interface ShareSettings {
  tabId: string;
  replica: Receiver;
  transport: Pick<Transport, 'events'>;
  clock: Clock;
  channel: TabChannel;
  takeLead: TakeLead;
  /** Called when this tab starts to read the stream. */
  onLead(): void;
  signal: AbortSignal;
}

const keptMessages = 1_000;
const askAgainMs = 1_000;

/**
 * One event stream for all tabs: a browser allows six connections to a host over HTTP/1.1, and each stream takes one.
 *
 * | state | how it begins | what it does |
 * |---|---|---|
 * | asking | at the start | says hello until the leader answers, and waits for the lock |
 * | following | the leader's welcome | receives what the leader passes on |
 * | leading | the lock | reads the stream from its own position and passes it on |
 *
 * A tab in the state asking ignores what the leader passes on: it may lack what came before.
 */
export function shareStream(settings: ShareSettings): void {
  const { tabId, replica, channel, clock, takeLead, signal } = settings;
  if (!takeLead) {
    lead(settings);
    return;
  }
  let state: 'asking' | 'following' | 'leading' = 'asking';
  channel.listen((message) => {
    if (state === 'leading') return;
    if (message.kind === 'welcome' && message.to === tabId && state === 'asking') {
      state = 'following';
      // Without a position nothing is cached yet, so nothing was missed.
      if (!message.messages && replica.cursor !== undefined) replica.reset();
      for (const missed of message.messages ?? []) replica.receive(missed);
      replica.receive({ cursor: message.cursor });
    }
    if (state !== 'following') return;
    if (message.kind === 'message') replica.receive(message.message);
    if (message.kind === 'state') replica.setStream(message.state);
  });
  const ask = () => {
    if (state !== 'asking' || signal.aborted) return;
    channel.post({ kind: 'hello', from: tabId, cursor: replica.cursor });
    clock.after(askAgainMs, ask);
  };
  void takeLead().then(() => {
    state = 'leading';
    if (!signal.aborted) lead(settings);
  });
  ask();
}

function lead({ replica, transport, clock, channel, onLead, signal }: ShareSettings): void {
  const kept: StreamMessage[] = replica.cursor === undefined ? [] : [{ cursor: replica.cursor }];
  channel.listen((message) => {
    if (message.kind !== 'hello' || replica.cursor === undefined) return;
    const { from, cursor } = message;
    // Messages about lost access repeat the previous position, so the first message with a position is the safe one.
    const at = cursor === undefined ? kept.length : kept.findIndex((one) => one.cursor === cursor);
    const messages = at < 0 ? undefined : kept.slice(at + 1);
    channel.post({ kind: 'welcome', to: from, cursor: replica.cursor, messages });
  });
  const leader = {
    fail: (error: unknown) => replica.fail(error),
    on: replica.on,
    get cursor() {
      return replica.cursor;
    },
    receive(message: StreamMessage) {
      replica.receive(message);
      channel.post({ kind: 'message', message });
      kept.push(message);
      if (kept.length > 2 * keptMessages) kept.splice(0, keptMessages);
    },
    setStream(state: Connection['state']) {
      replica.setStream(state);
      channel.post({ kind: 'state', state });
    },
  };
  onLead();
  void followStream(leader, transport, clock, signal);
}
