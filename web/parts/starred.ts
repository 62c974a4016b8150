import { SharedValue } from './shared-value.ts';

const key = 'docket.starred';
const starred = new SharedValue<ReadonlySet<string>>(
  new Set(localStorage.getItem(key)?.split(',').filter(Boolean)),
);

/** The ids of the projects that this browser lists first. */
export const useStarred = starred.use;

export function setStarred(id: string, isStarred: boolean): void {
  const next = new Set(starred.get());
  if (isStarred) next.add(id);
  else next.delete(id);
  localStorage.setItem(key, [...next].join(','));
  starred.set(next);
}
