import { isRefName } from './repository-name.ts';

/** A host is asked for so many branches and as many tags. */
export const refNamesMax = 100;

/** Those that contain the text and can be asked for. A host may know names that Docket does not pass on to git. */
export const matchingNames = (names: readonly string[], search: string): string[] => {
  const wanted = search.toLowerCase();
  return names.filter((name) => isRefName(name) && name.toLowerCase().includes(wanted)).slice(0, refNamesMax);
};
