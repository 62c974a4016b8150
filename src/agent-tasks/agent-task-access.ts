import { canEditProject, canReadProject, canWriteInProject } from '../projects/index.ts';
import { canComment, canEditTicket, canReadTicket, type TicketPlace } from '../tickets/index.ts';
import { type Actor, isReadOnly, keyReaches, servesInstance } from '../users/index.ts';

/** What decides over a task: whom it is for, and how the actor stands to its project or ticket. */
export interface TaskPlace extends Omit<TicketPlace, 'reporterId'> {
  agentId: string | null;
  ticketId: string | null;
  createdBy: string | null;
  reporterId: string | null;
}

/** Whoever may read the project or the ticket; a task of the instance is its administrators'. */
export function canReadTask(actor: Actor, place: TaskPlace): boolean {
  if (!keyReaches(actor, place.projectId)) return false;
  if (isOwn(actor, place)) return true;
  if (place.ticketId !== null && canReadTicket(actor, ticketPlace(place))) return true;
  if (place.projectId !== null)
    return canReadProject(actor, { ...place, visibility: place.visibility ?? 'private' });
  return place.ticketId === null && servesInstance(actor);
}

/** Who is to work on it: the agent it is for, or anybody who may write where it belongs. */
export function canWorkOnTask(actor: Actor, place: TaskPlace): boolean {
  if (isReadOnly(actor) || !keyReaches(actor, place.projectId)) return false;
  if (place.agentId !== null) return place.agentId === actor.userId;
  return canSteerTask(actor, place);
}

/** Cancelling, and the like: what those do for whom the work is done. */
export function canSteerTask(actor: Actor, place: TaskPlace): boolean {
  if (isReadOnly(actor) || !keyReaches(actor, place.projectId)) return false;
  if (place.createdBy === actor.userId) return true;
  if (place.projectId !== null) return canWriteInProject(actor, place);
  if (place.ticketId !== null) return canEditTicket(actor, ticketPlace(place));
  return servesInstance(actor);
}

/** Whoever may comment on the ticket may answer a question about it; agents ask people, not each other. */
export function canAnswer(actor: Actor, place: TaskPlace): boolean {
  if (actor.agent) return false;
  if (canSteerTask(actor, place)) return true;
  return place.ticketId !== null && canComment(actor, ticketPlace(place));
}

/** Letting more of a storm through than the cap allows. */
export function canLiftHold(actor: Actor, place: TaskPlace): boolean {
  if (place.projectId !== null) return canEditProject(actor, place);
  return canSteerTask(actor, place) && servesInstance(actor);
}

const isOwn = ({ userId }: Actor, { agentId, createdBy }: TaskPlace) =>
  userId === agentId || userId === createdBy;

const ticketPlace = (place: TaskPlace): TicketPlace => ({ ...place, reporterId: place.reporterId ?? '' });
