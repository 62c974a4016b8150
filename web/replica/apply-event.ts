import type { Confirmed } from './confirmed.ts';
import type { LiveEvent, TicketRow } from './types.ts';

/** The effects of an event beyond the confirmed rows. */
export interface EventEffects {
  /** Rows that changed and must be composed again. */
  changed: string[];
  /** Projects, people, labels, groups or permissions changed. */
  boot?: boolean;
  /** Tickets that changed in a way that the event does not describe. */
  unknown?: string[];
  /** A project whose tickets must be loaded again. */
  reload?: string;
  goneProject?: string;
  /** True if a ticket that is not cached was deleted or became unreadable. */
  isUnseenGone?: boolean;
  /** A ticket that this person can no longer read. */
  goneTicket?: TicketRow;
}

interface EventData {
  id?: string;
  row?: TicketRow;
  ticket?: { id: string };
  subject?: { id: string };
  project?: { id: string; key: string };
  member?: { id: string };
  changes?: Record<string, { from: unknown; to: unknown } | undefined>;
}

/** Applies an event to the confirmed rows. Events may arrive twice or delayed. */
export function applyEvent(confirmed: Confirmed, event: LiveEvent, me: string): EventEffects {
  const { type, timestamp } = event;
  const data = event.data as EventData;
  switch (type) {
    case 'ticket.deleted': {
      const id = data.row?.id ?? data.ticket?.id ?? '';
      const row = confirmed.get(id);
      confirmed.removeDeleted(id, data.row?.updatedAt ?? timestamp);
      return { changed: [id], isUnseenGone: row === undefined };
    }
    case 'ticket.gone': {
      const id = data.id ?? '';
      const row = confirmed.get(id);
      if (!confirmed.removeGone(id, timestamp)) {
        // A row with the same time was read after the event, or answered the change that removed the access, so it is
        // read again.
        return { changed: [], unknown: row?.updatedAt === timestamp ? [id] : [] };
      }
      if (!row) return { changed: [], isUnseenGone: true };
      return { changed: [id], goneTicket: row };
    }
    case 'project.gone':
    case 'project.deleted': {
      const projectId = data.id ?? data.project?.id ?? '';
      const removed = confirmed.removeProject(projectId, me, type === 'project.deleted');
      const changed = removed.map(({ id }) => id);
      return { changed, boot: true, goneProject: projectId };
    }
    case 'label.deleted':
    case 'group.deleted':
      return { changed: confirmed.deletePart(data.subject?.id ?? ''), boot: true };
    case 'project.updated': {
      const { id = '', key = '' } = data.project ?? {};
      const changed = data.changes?.key ? confirmed.changeProjectKey(id, key) : [];
      for (const own of deletedStatuses(data.changes?.workflow)) changed.push(...confirmed.deletePart(own));
      return { changed, boot: true, ...(data.changes?.workspaceId && { reload: id }) };
    }
    case 'project.imported':
      return { changed: [], boot: true, ...(data.project && { reload: data.project.id }) };
    case 'member.changed': {
      const isAboutMe = data.member?.id === me;
      return { changed: [], boot: true, ...(isAboutMe && data.project && { reload: data.project.id }) };
    }
  }
  if (data.row) {
    const isRestored = data.changes?.deleted?.to === false;
    return { changed: confirmed.confirm(data.row, { isRestored }) ? [data.row.id] : [] };
  }
  if (data.ticket && type.startsWith('ticket.')) return { changed: [], unknown: [data.ticket.id] };
  return { changed: [], boot: changesBoot.test(type) };
}

type Statuses = { statuses: readonly { id?: string }[] } | null | undefined;

/** The ids of own statuses that a change of the workflow deleted: their tickets stay in the status alone. */
function deletedStatuses(change: { from?: unknown; to?: unknown } | undefined): string[] {
  const idsOf = (workflow: unknown) => (workflow as Statuses)?.statuses.flatMap(({ id }) => id ?? []) ?? [];
  const kept = idsOf(change?.to);
  return idsOf(change?.from).filter((id) => !kept.includes(id));
}

const changesBoot = /^(?:project|label|group|member|workspace|agent)\./;
