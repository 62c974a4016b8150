import { showToast } from '../popups/toasts.ts';
import { sentenceOf } from './refusal.ts';

/** Runs an action that a press started. A failure is shown as a toast. Returns whether it succeeded. */
export async function attempt(run: () => unknown): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    showToast({ text: sentenceOf(error), tone: 'refused' });
    return false;
  }
}
