import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  text: string;
  tone: 'done' | 'refused';
  /** What the user can do about it; the first is offered as a button. */
  actions: { name: string; run(): void }[];
}

const shownMs = 8_000;
const shownMax = 3;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export function showToast({
  text,
  tone = 'done',
  actions = [],
}: {
  text: string;
  tone?: Toast['tone'];
  actions?: Toast['actions'];
}): void {
  const id = nextId++;
  set([...toasts, { id, text, tone, actions }].slice(-shownMax));
  // A refusal stays until it is closed: it says what was not saved.
  if (tone === 'done') setTimeout(() => closeToast(id), shownMs);
}

export const closeToast = (id: number) => set(toasts.filter((toast) => toast.id !== id));

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts);

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
