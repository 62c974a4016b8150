import { useEffect } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { reloadBoot } from '../../replica/index.ts';
import { parseLimits } from './board-settings.ts';

/** By status, or by the id of an own status. */
type Limits = Record<string, number | null>;

/** Sets limits for everybody; null removes one. */
export async function setLimits(projectId: string, limits: Limits): Promise<void> {
  await api.setLimits({ params: { id: projectId }, body: { limits } });
  await reloadBoot();
}

/**
 * Limits were kept in this browser before they belonged to the project. A person who may set them hands theirs over once;
 * a project that has limits keeps its own.
 */
export function useLimitsHandover(project: BootProject | undefined): void {
  const { id, may, workflow } = project ?? {};
  const hasLimits = workflow?.statuses.some(({ limit }) => limit !== undefined) ?? false;
  useEffect(() => {
    if (!id) return;
    const key = `docket.board.${id}`;
    const { limits } = parseLimits(localStorage.getItem(key));
    if (!may?.edit || Object.keys(limits).length === 0) return;
    // Read again, because folded columns are handed over meanwhile.
    const finish = () =>
      localStorage.setItem(key, JSON.stringify(parseLimits(localStorage.getItem(key)).rest));
    if (hasLimits) finish();
    else setLimits(id, limits).then(finish, () => {});
  }, [id, may?.edit, hasLimits]);
}
