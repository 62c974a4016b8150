import { unavailable } from './errors.ts';

/** Limits how many long answers of one kind, such as exports, each person has at once. */
export function newPlacesPerPerson(max: number, describe: (running: number) => string) {
  const taken = new Map<string, number>();
  return {
    /** Occupies a place and returns the function that frees it. */
    take: (person: string) => {
      const running = taken.get(person) ?? 0;
      if (running >= max) throw unavailable(`${describe(running)} Try again when one of them has ended.`);
      taken.set(person, running + 1);
      return () => {
        const left = (taken.get(person) ?? 0) - 1;
        if (left > 0) taken.set(person, left);
        else taken.delete(person);
      };
    },
  };
}
