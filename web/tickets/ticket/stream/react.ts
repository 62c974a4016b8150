import type { Reaction } from '../../../../sdk/index.ts';
import { sentenceOf } from '../../../parts/forms/refusal.ts';
import { showToast } from '../../../parts/popups/toasts.ts';

/** Adds the emoji of this person, or removes it if it is there; says why if the server refuses. */
export async function react(
  reactions: readonly Reaction[],
  emoji: string,
  change: (isMine: boolean) => Promise<unknown>,
): Promise<void> {
  try {
    await change(reactions.some((one) => one.emoji === emoji && one.me));
  } catch (error) {
    showToast({ text: sentenceOf(error), tone: 'refused' });
  }
}
