import { newId } from '../ids.ts';

/**
 * Tells which processes on this database still run. Leases name their process, so that others can take over its work as
 * soon as it has ended, instead of waiting until the leases expire.
 */
export interface Presence {
  /** Names this process. The holder of a lease is this id, or this id with a suffix after a dot. */
  readonly id: string;
  /** Resolves when other processes can see that this one runs. Await it before taking the first lease. */
  announce(): Promise<void>;
  /** Lists the lease holders whose process has ended. A holder with another form of name is never among them. */
  listEnded(holders: readonly string[]): Promise<string[]>;
  /** Calls back when other processes may have concluded that this one ended. Returns the function that unsubscribes. */
  onDoubt(callback: () => void): () => void;
}

const idPattern = /^process-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const newProcessId = () => `process-${newId()}`;
export const isProcessId = (text: string) => idPattern.test(text);

/** Groups the holders by process, without the process `own`. */
export function holdersByProcess(holders: readonly string[], own: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const holder of holders) {
    const id = holder.split('.')[0] as string;
    if (!isProcessId(id) || id === own) continue;
    groups.set(id, [...(groups.get(id) ?? []), holder]);
  }
  return groups;
}
