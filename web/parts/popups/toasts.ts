import { SharedValue } from '../shared-value.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'done' | 'refused';
  /** What the user can do about it; the first is offered as a button. */
  actions: { name: string; run(): void }[];
  /** Names the subject, so that a place that shows the same can close the toast. */
  about?: string | undefined;
}

const shownMs = 8_000;
const shownMax = 2;
const toasts = new SharedValue<readonly Toast[]>([]);
let nextId = 1;

export function showToast({
  text,
  tone = 'done',
  actions = [],
  about,
}: Pick<Toast, 'text' | 'about'> & Partial<Pick<Toast, 'tone' | 'actions'>>): number {
  const id = nextId++;
  toasts.set([...toasts.get(), { id, text, tone, actions, about }].slice(-shownMax));
  // A refusal stays until it is closed: it says what was not saved.
  if (tone === 'done') setTimeout(() => closeToast(id), shownMs);
  return id;
}

export const closeToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

export const setToastText = (id: number, text: string) =>
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, text } : toast)));

/** The subject of a toast about two conflicting texts. */
export const conflictIn = (ticketId: string) => `conflict in ${ticketId}`;

export const closeToastsAbout = (about: string) =>
  toasts.set(toasts.get().filter((toast) => toast.about !== about));

/** Withdraws a toast about a change that the server then refused. */
export const withdrawToast = (text: string) =>
  toasts.set(toasts.get().filter((toast) => toast.text !== text));

export const useToasts = toasts.use;
