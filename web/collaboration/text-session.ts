import { diff, type Edits, mergeTexts } from '../../packages/text-edits/index.ts';
import { api, isRefused } from '../api/index.ts';
import type { TextModel } from '../parts/markdown/text-model.ts';
import { type LiveEvent, onLive, subscribeEvents, type TextBase } from '../replica/index.ts';
import { others, tab, tell, write } from './presence.ts';
import { type SessionEdit, SharedText, type SharedTextState } from './shared-text.ts';

/** Typing with others is sent this often; alone, it only has to be there when somebody joins. */
const sendTogetherMs = 40;
const sendAloneMs = 2_000;
const retryMs = 1_500;
/** Messages of the stream can be lost, for example while it reconnects. */
const askEveryMs = 10_000;
const saveWithinMs = 2_000;

interface Stored {
  version: number;
  text: string;
}

/** A state is kept in the tab, so that a reload goes on where it was; closing the tab leaves the draft. */
const stateKey = (ticketId: string) => `docket.text.${ticketId}`;

/**
 * Edits the description together with others: what is typed into the model is sent, what others type is applied to it.
 *
 * | State   | Event                        | Next                                                        |
 * |---------|------------------------------|-------------------------------------------------------------|
 * | joining | the server has the session   | joined, with what was typed meanwhile                       |
 * | joining | a word is being composed     | joining again when the word is complete                     |
 * | joining | not reached                  | joining again when there is a connection                    |
 * | joined  | the session has ended        | joining: the text is merged into the new session            |
 * | any     | refused                      | ended: the text is edited as if nobody else were there      |
 * | any     | `leave`                      | ended                                                       |
 */
export class TextSession {
  readonly #ticketId: string;
  readonly #model: TextModel;
  /** The text with which the editor was opened. */
  readonly #opened: string;
  #stored: Stored;
  #shared: SharedText | undefined;
  #isJoining = false;
  #isEnded = false;
  #isBusy = false;
  #isBehind = false;
  #isComposing = false;
  #isApplying = false;
  #hasCompany = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerEndsAt = 0;
  readonly #ends: (() => void)[] = [];

  constructor(ticketId: string, model: TextModel, opened: string, base: TextBase) {
    this.#ticketId = ticketId;
    this.#model = model;
    this.#opened = opened;
    this.#stored = { version: base.version, text: base.description ?? '' };
    this.#ends.push(
      write('description'),
      model.subscribe((change, origin) => origin !== 'remote' && this.#type([change])),
      subscribeEvents((event) => this.#hear(event)),
      others.subscribe(() => this.#plan()),
      listen(document, 'compositionstart', () => {
        this.#isComposing = true;
      }),
      listen(document, 'compositionend', () => {
        this.#isComposing = false;
        this.#plan(0);
      }),
      ask(askEveryMs, () => {
        this.#isBehind = true;
        this.#plan();
      }),
      listen(window, 'online', () => onLive(() => this.#plan(0))),
    );
    void this.#join();
  }

  /** What to save: the text that all see, and the stored one that it replaces. Without a connection what is here. */
  async prepareSave(): Promise<{ text: string; base: TextBase }> {
    const until = Date.now() + saveWithinMs;
    while (this.#shared && !this.#isEnded && navigator.onLine && Date.now() < until) {
      if (!(await this.#send())) await new Promise((resolve) => setTimeout(resolve, 10));
      else if (this.#shared.isSaved) break;
    }
    const { version, text } = this.#stored;
    return { text: this.#model.text, base: { version, description: text } };
  }

  /** Called when the editor is closed, saved or not. `isKept` leaves the state for the page that follows. */
  leave(isKept = false): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    if (!isKept) sessionStorage.removeItem(stateKey(this.#ticketId));
  }

  /** One request at a time: the answer to a second one would send once more what the first one has sent. */
  async #join(): Promise<void> {
    if (this.#isJoining) return;
    this.#isJoining = true;
    try {
      // The others, and the server, must know of this writer before the session could end.
      await tell();
      const params = { id: this.#ticketId, field: 'description' } as const;
      const { data } = await api.openText({ params });
      // A change of the text would end the composition.
      if (this.#isEnded || this.#isComposing) return;
      this.#take(data);
    } catch (error) {
      if (isRefused(error)) this.leave();
      else this.#plan(retryMs);
    } finally {
      this.#isJoining = false;
    }
  }

  #take(session: { id: string; version: number; text: string; stored: Stored }): void {
    const kept = readState(this.#ticketId);
    if (kept?.session === session.id) {
      this.#shared = new SharedText(kept, newClient());
      // What was typed between the reload and this answer.
      this.#shared.type(mergeTexts(this.#opened, this.#shared.text, this.#model.text).edits);
    } else {
      const own = { base: this.#stored.text, text: this.#model.text };
      this.#shared = SharedText.join(session, own, newClient());
    }
    this.#stored = session.stored;
    this.#apply(diff(this.#model.text, this.#shared.text));
    this.#hasCompany ||= session.version > 0;
    this.#isBehind ||= this.#shared.state.version < session.version;
    this.#keep();
    this.#plan(0);
  }

  #type(edits: Edits): void {
    if (this.#isApplying) return;
    this.#shared?.type(edits);
    this.#keep();
    this.#plan();
  }

  #hear({ type, data }: LiveEvent): void {
    const { ticket, session, edit } = data as {
      ticket?: { id: string };
      session?: string;
      edit?: SessionEdit;
    };
    if (type !== 'text.edited' || !edit || ticket?.id !== this.#ticketId) return;
    // The answer that is on its way may be older.
    if (this.#isComposing || !this.#shared) this.#isBehind = true;
    else if (session === this.#shared.state.session && !this.#receive(edit)) this.#plan(0);
  }

  #receive(edit: SessionEdit): boolean {
    const change = this.#shared?.receive(edit);
    if (!change) {
      this.#isBehind = true;
      return false;
    }
    if (change.length > 0) this.#hasCompany = true;
    this.#apply(change);
    this.#keep();
    return true;
  }

  /** From the last to the first, so that none moves the others. */
  #apply(edits: Edits): void {
    this.#isApplying = true;
    this.#model.apply(edits.toReversed());
    this.#isApplying = false;
  }

  /** Before anything is sent: a page that is reloaded now knows that the server may have it. */
  #keep(): void {
    if (this.#shared && !this.#isEnded)
      sessionStorage.setItem(stateKey(this.#ticketId), JSON.stringify(this.#shared.state));
  }

  #plan(ms = this.#isTogether ? sendTogetherMs : sendAloneMs): void {
    if (this.#isEnded) return;
    const endsAt = performance.now() + ms;
    // A timer that began again with every key would wait for a pause in the typing.
    if (this.#timer !== undefined && this.#timerEndsAt <= endsAt) return;
    clearTimeout(this.#timer);
    this.#timerEndsAt = endsAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!navigator.onLine) return;
      if (!this.#shared) void this.#join();
      else if (!this.#shared.isSaved || this.#isBehind) void this.#send();
    }, ms);
  }

  get #isTogether(): boolean {
    return this.#hasCompany || others.get().some(({ writing }) => writing === 'description');
  }

  /** Sends what is typed, or asks for what is missing. Returns whether the server answered. */
  async #send(): Promise<boolean> {
    const shared = this.#shared;
    if (!shared || this.#isBusy || this.#isComposing) return false;
    this.#isBusy = true;
    // An edit that is heard during the request may be newer than the answer.
    const wasBehind = this.#isBehind;
    this.#isBehind = false;
    const sent = shared.take();
    this.#keep();
    const { session, version: base } = shared.state;
    const { client = tab, number = 1, edits = [] } = sent ?? {};
    const { version: storedVersion } = this.#stored;
    try {
      const { data } = await api.editText({
        params: { id: this.#ticketId, field: 'description' },
        body: { session, client, number, base, storedVersion, edits: [...edits] },
      });
      if (this.#isEnded) return false;
      if (data.stored) this.#stored = data.stored;
      // The end of the composition asks for them again: a change of the text would end it.
      if (this.#isComposing && data.missing.length > 0) {
        this.#isBehind = true;
        return true;
      }
      for (const edit of data.missing) this.#receive(edit);
      if (data.isAccepted && sent) shared.confirm(base + 1, number);
      if (!shared.isSaved || this.#isBehind) this.#plan(data.isAccepted ? undefined : 0);
      return true;
    } catch (error) {
      this.#isBehind ||= wasBehind;
      this.#onFailure(error);
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  #onFailure(error: unknown): void {
    if (!isRefused(error)) this.#plan(retryMs);
    else if (error.status !== 409) this.leave();
    else {
      // Everybody had left. What is here goes into the next session, on top of what was saved meanwhile.
      this.#shared = undefined;
      sessionStorage.removeItem(stateKey(this.#ticketId));
      this.#plan(0);
    }
  }
}

let clients = 0;
/** A tab may join again, and then counts its edits anew. */
const newClient = () => `${tab}-${++clients}`;

function readState(ticketId: string): SharedTextState | undefined {
  const text = sessionStorage.getItem(stateKey(ticketId));
  return text === null ? undefined : (JSON.parse(text) as SharedTextState);
}

function ask(everyMs: number, run: () => void): () => void {
  const timer = setInterval(run, everyMs);
  return () => clearInterval(timer);
}

function listen(target: EventTarget, name: string, run: () => void): () => void {
  target.addEventListener(name, run);
  return () => target.removeEventListener(name, run);
}
