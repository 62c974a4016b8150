/** `npm run test:all`, which runs before a release. */
export const runsAll = process.env.TEST_ALL === 'true';

const dayMs = 86_400_000;
export const today = Math.floor(Date.now() / dayMs);

/**
 * Whether the case at this place of a long list of cases runs. `npm test` runs one of `parts` parts of the list, another
 * one each day, so that some days cover all; `npm run test:all` runs the whole list.
 */
export const isDue = (index: number, parts = 4, day = today) => runsAll || index % parts === day % parts;

/** How many runs of a property `npm test` makes: a quarter, with the same seed, of what `npm run test:all` does. */
export const dueRuns = (runs: number) => (runsAll ? runs : Math.ceil(runs / 4));
