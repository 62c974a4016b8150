import type { Tx } from '../platform/db/index.ts';
import { insertMember, type Member } from './member-store.ts';
import type { Project } from './project.ts';
import { memberAdded, projectCreated, recordMemberEvent, recordProjectEvent } from './project-events.ts';
import { insertProject } from './project-store.ts';

export type ImportedMember = Pick<Member, 'id' | 'name' | 'role' | 'joinedAt'>;

/** Inserts a project with past dates: the same rows and events as if its owner had created it and added the members then. */
export async function importProject(
  tx: Tx,
  project: Project,
  members: ImportedMember[],
  makeId: (atMs: number) => string,
): Promise<void> {
  const owner = members.find(({ id }) => id === project.ownerId);
  if (owner?.role !== 'owner') throw new Error(`the owner of ${project.key} is not among its members`);
  const by = { actor: { userId: owner.id, name: owner.name } };
  await insertProject(tx, project);
  await recordProjectEvent(tx, by, projectCreated, project, project.createdAt, makeId(project.createdAt));
  for (const member of members) {
    const { id, role, joinedAt } = member;
    await insertMember(tx, { projectId: project.id, userId: id, role, now: joinedAt });
    if (id !== owner.id)
      await recordMemberEvent(tx, by, memberAdded, project, member, joinedAt, makeId(joinedAt));
  }
}
