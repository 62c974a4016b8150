import { canWriteInProject, listRepositoryProjects } from '../../projects/index.ts';
import { type Actor, findActor, getActorInNameOf } from '../../users/index.ts';
import type { Author } from '../code-event.ts';
import type { DeliveryContext } from './delivery-context.ts';

const inboundCredential = { kind: 'session', id: 'inbound' } as const;

/** The user who matches an author on the code host, if that user may write in the project. */
export async function findWriter(
  context: DeliveryContext,
  author: Author,
  projectId: string,
): Promise<Actor | undefined> {
  const person = context.findPerson(author);
  if (!person) return undefined;
  const projects = await listRepositoryProjects(context.tx, context.repository, person.id);
  const project = projects.find(({ id }) => id === projectId);
  const actor = await findActor(context.tx, person.id, inboundCredential);
  return actor && project && canWriteInProject(actor, project) ? actor : undefined;
}

/** The actor for changes that a delivery makes in the name of a user. */
export const loadActor = ({ tx }: DeliveryContext, userId: string): Promise<Actor> =>
  getActorInNameOf(tx, userId, inboundCredential);
