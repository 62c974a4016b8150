/** The time in milliseconds since 1970. Tests pass their own clock, so no other code may read the system time. */
export interface Clock {
  now(): number;
}

/**
 * Also measures how much time has passed. `now` steps when somebody, or NTP, sets the system time; `steadyNow` never
 * does, so what a process keeps in memory for a while (limits, pauses) is measured with it. Its values mean nothing to
 * another process and are not stored.
 */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment in the past. */
  steadyNow(): number;
}

export const systemClock: SteadyClock = { now: () => Date.now(), steadyNow: () => performance.now() };

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
