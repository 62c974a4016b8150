import { setTimeout as delay } from 'node:timers/promises';

const limitMs = 5_000;
const pollMs = 20;

/** Repeats an assertion about something that the browser does not show, such as the state of the server, until it holds. */
export async function eventually(assertion: () => Promise<void>, withinMs = limitMs): Promise<void> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await delay(pollMs);
    }
  }
}
