import { setTimeout as delay } from 'node:timers/promises';

// Ends a test that hangs; how long something takes is no matter of these tests.
const limitMs = 60_000;
const pollMs = 20;

/** Repeats an assertion about something that no other way shows, such as the state of the server, until it holds. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const endsAt = performance.now() + limitMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await delay(pollMs);
    }
  }
}
