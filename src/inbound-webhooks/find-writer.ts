import { canWriteInProject, listRepositoryProjects } from '../projects/index.ts';
import { type Actor, findUserById } from '../users/index.ts';
import type { Author } from './code-event.ts';
import type { ReadingScope } from './reading-scope.ts';

/** The author of something on the code host, if that is somebody of Docket who may write in the project. */
export async function findWriter(
  scope: ReadingScope,
  author: Author,
  projectId: string,
): Promise<Actor | undefined> {
  const person = scope.personOf(author);
  if (!person) return undefined;
  const projects = await listRepositoryProjects(scope.tx, scope.repository, person.id);
  const standing = projects.find(({ id }) => id === projectId);
  const actor = await asActor(scope, person.id);
  return standing && canWriteInProject(actor, standing) ? actor : undefined;
}

/** Somebody in whose name something is done here because of what came in. */
export async function asActor({ tx }: ReadingScope, userId: string): Promise<Actor> {
  const user = await findUserById(tx, userId);
  return {
    userId,
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'USER',
    credential: { kind: 'session', id: 'inbound' },
  };
}
