import { newId } from '../ids.ts';

/**
 * Tells which processes on this database still run. Leases name their process, so that the others can take over its work
 * as soon as it has ended, however it ended, instead of waiting until the leases expire.
 */
export interface Presence {
  /** Names this process. A lease holder is this, or this with a suffix after a dot. */
  readonly id: string;
  /** Resolves when the others can tell that this process runs. To be awaited before the first lease. */
  announce(): Promise<void>;
  /** Those lease holders whose process has ended. A holder of another form is never among them. */
  listEnded(holders: readonly string[]): Promise<string[]>;
  /** Calls back when the others may have taken this process for ended. Returns the function that unsubscribes. */
  onDoubt(callback: () => void): () => void;
}

const idPattern = /^process-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const newProcessId = () => `process-${newId()}`;
export const isProcessId = (text: string) => idPattern.test(text);

/** Groups the holders by their process, without those of `own`. */
export function holdersByProcess(holders: readonly string[], own: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const holder of holders) {
    const id = holder.split('.')[0] as string;
    if (!isProcessId(id) || id === own) continue;
    groups.set(id, [...(groups.get(id) ?? []), holder]);
  }
  return groups;
}
