import { SharedValue } from './shared-value.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'done' | 'refused';
  /** What the user can do about it; the first is offered as a button. */
  actions: { name: string; run(): void }[];
}

const shownMs = 8_000;
const shownMax = 3;
const toasts = new SharedValue<readonly Toast[]>([]);
let nextId = 1;

export function showToast({
  text,
  tone = 'done',
  actions = [],
}: {
  text: string;
  tone?: Toast['tone'];
  actions?: Toast['actions'];
}): number {
  const id = nextId++;
  toasts.set([...toasts.get(), { id, text, tone, actions }].slice(-shownMax));
  // A refusal stays until it is closed: it says what was not saved.
  if (tone === 'done') setTimeout(() => closeToast(id), shownMs);
  return id;
}

export const closeToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Takes back what was said too early: a change that the server then refused. */
export const withdrawToast = (text: string) =>
  toasts.set(toasts.get().filter((toast) => toast.text !== text));

export const useToasts = toasts.use;
