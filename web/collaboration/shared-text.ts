import {
  applyEdits,
  compose,
  type Edit,
  type Edits,
  mergeTexts,
  transform,
} from '../../packages/text-edits/index.ts';

/** An edit of the session, numbered by the server. */
export interface SessionEdit {
  version: number;
  client: string;
  number: number;
  edits: Edits;
}

interface Sent {
  client: string;
  number: number;
  edits: Edit[];
}

/** What a tab keeps of a session, so that a reload goes on exactly where it was. */
export interface SharedTextState {
  session: string;
  version: number;
  /** The text of the session at this version. */
  known: string;
  /** On its way: the server may have it. It keeps its name when it is sent again, so that it counts once. */
  sent?: Sent | undefined;
  /** Typed since, to be sent when `sent` is accepted. */
  waiting: Edit[];
}

/**
 * The text of one tab: what the server has (`known`), then `sent`, then `waiting`. Edits of others are transformed over
 * the last two, and those over them, so that what is shown never waits for the network.
 */
export class SharedText {
  #state: SharedTextState;
  readonly #client: string;
  #numbers = 0;

  constructor(state: SharedTextState, client: string) {
    this.#state = state;
    this.#client = client;
  }

  /** Joins a session with a text that was edited since `base`. */
  static join(
    { id, version, text }: { id: string; version: number; text: string },
    own: { base: string; text: string },
    client: string,
  ): SharedText {
    const waiting = mergeTexts(own.base, text, own.text).edits;
    return new SharedText({ session: id, version, known: text, waiting }, client);
  }

  get state(): SharedTextState {
    return this.#state;
  }
  get isSaved(): boolean {
    return this.#state.sent === undefined && this.#state.waiting.length === 0;
  }
  get text(): string {
    const { known, sent, waiting } = this.#state;
    return applyEdits(applyEdits(known, sent?.edits ?? []), waiting);
  }

  type(edits: Edits): void {
    this.#state = { ...this.#state, waiting: compose(this.#state.waiting, edits) };
  }

  /** What to send now: the edit that has no answer yet, or all that was typed since. */
  take(): Sent | undefined {
    const { sent, waiting } = this.#state;
    if (sent || waiting.length === 0) return sent;
    const next = { client: this.#client, number: ++this.#numbers, edits: waiting };
    this.#state = { ...this.#state, sent: next, waiting: [] };
    return next;
  }

  /** The server accepted what was sent, as this version. */
  confirm(version: number, number: number): void {
    const { sent } = this.#state;
    if (sent?.number === number) this.receive({ ...sent, version });
  }

  /**
   * Takes the next edit of the session. Returns what changes in the shown text, or undefined if an edit before it is
   * missing. One that is known already changes nothing.
   */
  receive({ version, client, number, edits }: SessionEdit): Edit[] | undefined {
    const { known, sent, waiting, ...rest } = this.#state;
    if (version <= rest.version) return [];
    if (version > rest.version + 1) return undefined;
    const next = { ...rest, version, known: applyEdits(known, edits) };
    if (sent && sent.client === client && sent.number === number) {
      this.#state = { ...next, waiting };
      return [];
    }
    const overSent = transform(edits, sent?.edits ?? [], true);
    this.#state = {
      ...next,
      ...(sent && { sent: { ...sent, edits: transform(sent.edits, edits) } }),
      waiting: transform(waiting, overSent),
    };
    return transform(overSent, waiting, true);
  }
}
