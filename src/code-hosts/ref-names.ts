import { isRefName } from './repository-name.ts';

/** The number of branches, and of tags, that a host is asked for. */
export const refNamesMax = 100;

/** The names that contain the text and that Docket can pass to git. A host may have others. */
export const matchingNames = (names: readonly string[], search: string): string[] => {
  const wanted = search.toLowerCase();
  return names.filter((name) => isRefName(name) && name.toLowerCase().includes(wanted)).slice(0, refNamesMax);
};
