import type { Shown } from './shown.ts';
import type { LiveEvent, TicketRow } from './types.ts';

/** What an event asks of the replica beyond the rows. */
export interface EventEffects {
  /** These rows changed and are to be composed anew. */
  changed: string[];
  /** Projects, people, labels, groups or permissions changed. */
  boot?: boolean;
  /** These tickets changed, and the event does not say how. */
  unknown?: string[];
  /** A project whose tickets have to be loaded anew. */
  reload?: string;
  goneProject?: string;
  goneTickets?: TicketRow[];
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

/** Applies an event to the confirmed rows. Events may come twice, and late. */
export function applyEvent({ confirmed }: Shown, event: LiveEvent, me: string): EventEffects {
  const { type, timestamp } = event;
  const data = event.data as EventData;
  switch (type) {
    case 'ticket.deleted': {
      const id = data.row?.id ?? data.ticket?.id ?? '';
      const row = confirmed.get(id);
      const isRemoved = confirmed.removeDeleted(id, data.row?.updatedAt ?? timestamp);
      return { changed: [id], ...(isRemoved && row && { goneTickets: [row] }) };
    }
    case 'ticket.gone': {
      const id = data.id ?? '';
      const row = confirmed.get(id);
      const isRemoved = confirmed.removeGone(id, timestamp);
      return { changed: [id], ...(isRemoved && row && { goneTickets: [row] }) };
    }
    case 'project.gone':
    case 'project.deleted': {
      const projectId = data.id ?? data.project?.id ?? '';
      const removed = confirmed.removeProject(projectId, me, type === 'project.deleted');
      return { changed: removed.map(({ id }) => id), boot: true, goneProject: projectId };
    }
    case 'label.deleted':
      return { changed: confirmed.deletePart(data.subject?.id ?? ''), boot: true };
    case 'group.deleted':
      return { changed: confirmed.deletePart(data.subject?.id ?? ''), boot: true };
    case 'project.updated': {
      const { id = '', key = '' } = data.project ?? {};
      const changed = data.changes?.key ? confirmed.changeProjectKey(id, key) : [];
      return { changed, boot: true, ...(data.changes?.workspaceId && { reload: id }) };
    }
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

const changesBoot = /^(?:project|label|group|member|workspace|agent)\./;
