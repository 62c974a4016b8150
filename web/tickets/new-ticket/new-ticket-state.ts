import { SharedValue } from '../../parts/shared-value.ts';
import type { NewTicket } from '../../replica/index.ts';

/** What is known of a ticket before its dialog opens, such as its column or its parent. */
export type Prefill = Partial<Omit<NewTicket, 'workspaceId'>>;

interface Opened {
  prefill: Prefill;
  /** Distinguishes two openings. */
  serial: number;
}

const opened = new SharedValue<Opened | undefined>(undefined);
let serial = 0;

/** Opens the dialog “New ticket” over any screen. */
export function openNewTicket(prefill: Prefill = {}): void {
  opened.set({ prefill, serial: ++serial });
}

export const closeNewTicket = (): void => opened.set(undefined);

export const useOpenedNewTicket = opened.use;
