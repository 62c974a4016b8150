import type { Boot, SyncPart } from '../../../sdk/index.ts';
import { rankAt } from '../../../sdk/ticket-rules.ts';
import { type Entry, ticketsOf } from '../pending.ts';
import { rankBetween } from '../rank.ts';
import { initialFields } from '../row-fields.ts';
import type { Answer, LoadScope } from '../transport/transport.ts';
import type { LiveEvent, Place, TicketPatch, TicketRow } from '../types.ts';

/** The people and places of the small world that the tests of the replica share. */
export const ada = 'ada';
export const ben = 'ben';
export const projectOne = 'one';
export const projectTwo = 'two';

interface Stored {
  row: TicketRow;
  description: string | undefined;
  isDeleted: boolean;
}

interface LoggedEvent {
  position: number;
  event: LiveEvent;
}

/**
 * A server with the rules of Docket that the replica relies on: versions, `updatedAt` that grows with each change, events
 * in order, `If-Match` on texts, keys for repeated requests, refusals, projects that a person loses.
 */
export class ModelServer {
  readonly #tickets = new Map<string, Stored>();
  readonly #answers = new Map<string, Answer>();
  readonly #log: LoggedEvent[] = [];
  /** Labels that exist. */
  readonly labels = new Set(['red', 'green', 'blue']);
  /** The projects that Ada can read. */
  readonly readable = new Set([projectOne, projectTwo]);
  readonly keys = new Map([
    [projectOne, 'ONE'],
    [projectTwo, 'TWO'],
  ]);
  /** What Ada's requests set, as `ticket field value`, and the tickets of which one was refused. */
  readonly receivedValues = new Set<string>();
  readonly refusedTickets = new Set<string>();
  readonly comments: string[] = [];
  readonly #numbers = new Map<string, number>();
  #time = Date.parse('2026-11-15T10:00:00.000Z');
  #events = 0;
  /** Events up to this position can no longer be read. */
  #forgotten = 0;

  get position(): number {
    return this.#events;
  }

  boot(): Boot {
    const projects = [...this.keys]
      .filter(([id]) => this.readable.has(id))
      .map(([id, key]) => ({ id, key, name: key, workspaceId: 'workspace' }));
    const me = { id: ada, name: 'Ada', role: 'USER' };
    const workspaces = [{ id: 'workspace', kind: 'personal', ownerId: ada }];
    // Of all that boot has, the replica itself reads these.
    return { me, projects, workspaces, preferences: { timezone: 'UTC' } } as unknown as Boot;
  }

  /** Forgets events, as a server does that has too many. */
  forgetEvents(): void {
    this.#forgotten = this.#events;
  }

  /** The events after a position, or the message `reset` if some of them are forgotten. */
  eventsAfter(position: number): LoggedEvent[] {
    if (position < this.#forgotten) {
      const event = { id: 'reset', type: 'reset', timestamp: '', data: {} };
      return [{ position: this.#events, event }];
    }
    return this.#log.filter((logged) => logged.position > position);
  }

  row(id: string): TicketRow | undefined {
    const stored = this.#tickets.get(id);
    return stored && !stored.isDeleted && this.#canRead(stored.row) ? stored.row : undefined;
  }

  description = (id: string): string | undefined => this.#tickets.get(id)?.description;

  /** Every ticket that exists, also one that Ada cannot read. */
  allIds = (): string[] =>
    [...this.#tickets.values()].filter(({ isDeleted }) => !isDeleted).map(({ row }) => row.id);

  rows = (): TicketRow[] => [...this.#tickets.keys()].flatMap((id) => this.row(id) ?? []);

  load({ projectId, closedSince }: LoadScope): SyncPart[] {
    const tickets = this.rows().filter(
      (row) =>
        row.projectId === projectId &&
        (closedSince === undefined ||
          !['done', 'cancelled'].includes(row.status) ||
          row.updatedAt >= closedSince),
    );
    return [{ format: 1, cursor: String(this.#events) }, { tickets }, { end: true, checksums: [] }];
  }

  /** What somebody else does; it has the same rules. */
  create(id: string, title: string, projectId: string, by = ben): void {
    this.#insert(id, { title, projectId }, by);
  }

  change(id: string, patch: TicketPatch, by = ben): void {
    const stored = this.#tickets.get(id);
    const labelIds = patch.labelIds?.filter((label) => this.labels.has(label));
    if (stored && !stored.isDeleted) this.#update(stored, { ...patch, ...(labelIds && { labelIds }) }, by);
  }

  comment(id: string, by = ben): void {
    const stored = this.#tickets.get(id);
    if (!stored || stored.isDeleted) return;
    const counts = { ...stored.row.counts, comments: stored.row.counts.comments + 1 };
    stored.row = { ...stored.row, counts, updatedAt: this.#tick() };
    this.#record('comment.created', stored.row, by);
  }

  delete(id: string, by = ben): boolean {
    const stored = this.#tickets.get(id);
    if (!stored || stored.isDeleted || !this.#canSee(stored.row, by)) return false;
    stored.isDeleted = true;
    stored.row = { ...stored.row, version: stored.row.version + 1, updatedAt: this.#tick() };
    this.#record('ticket.deleted', stored.row, by);
    return true;
  }

  restore(id: string, by = ben): boolean {
    const stored = this.#tickets.get(id);
    if (!stored || !this.#canSee(stored.row, by)) return false;
    if (!stored.isDeleted) return true;
    stored.isDeleted = false;
    stored.row = { ...stored.row, version: stored.row.version + 1, updatedAt: this.#tick() };
    this.#record('ticket.updated', stored.row, by, { deleted: { from: true, to: false } });
    return true;
  }

  deleteLabel(id: string): void {
    if (!this.labels.delete(id)) return;
    for (const stored of this.#tickets.values()) {
      const labelIds = stored.row.labelIds.filter((label) => label !== id);
      if (labelIds.length < stored.row.labelIds.length) stored.row = { ...stored.row, labelIds };
    }
    this.#append('label.deleted', { subject: { id, name: id }, user: { id: ben } });
  }

  renameProject(projectId: string, key: string): void {
    this.keys.set(projectId, key);
    for (const stored of this.#tickets.values()) {
      if (stored.row.projectId !== projectId) continue;
      stored.row = { ...stored.row, key: `${key}-${stored.row.number}` };
    }
    this.#append('project.updated', {
      project: { id: projectId, key },
      changes: { key: { from: '', to: key } },
      user: { id: ben },
    });
  }

  /** Ada loses the project; she keeps the tickets that she reports or is assigned. */
  takeProject(projectId: string): void {
    if (!this.readable.delete(projectId)) return;
    this.#append('project.gone', { id: projectId });
    this.#append('member.changed', { project: { id: projectId }, member: { id: ada, role: null } });
  }

  giveProject(projectId: string): void {
    if (this.readable.has(projectId)) return;
    this.readable.add(projectId);
    this.#append('member.changed', { project: { id: projectId }, member: { id: ada, role: 'member' } });
  }

  /** Ada's request. */
  receive(entry: Entry): Answer {
    const isPost =
      entry.kind === 'create' ||
      entry.kind === 'comment' ||
      (entry.kind === 'change' && entry.changes.length > 1);
    const former = isPost ? this.#answers.get(entry.id) : undefined;
    if (former) return former;
    const answer = this.#perform(entry);
    if (answer.kind === 'refused') for (const id of ticketsOf(entry)) this.refusedTickets.add(id);
    else if (entry.kind === 'change') {
      for (const { ticketId, patch } of entry.changes) this.#noteValues(ticketId, patch);
    } else if (entry.kind === 'create') this.#noteValues(entry.row.id, entry.fields);
    if (isPost && answer.kind !== 'refused') this.#answers.set(entry.id, answer);
    return answer;
  }

  #noteValues(id: string, patch: TicketPatch): void {
    for (const [field, value] of Object.entries(patch)) this.receivedValues.add(`${id} ${field} ${value}`);
  }

  #perform(entry: Entry): Answer {
    if (entry.kind === 'create') {
      if (this.#tickets.has(entry.row.id)) return refused(409, 'This id is taken');
      const { projectId } = entry.fields;
      if (projectId && !this.readable.has(projectId)) return refused(400, 'Project does not exist');
      if (entry.fields.labelIds?.some((label) => !this.labels.has(label)))
        return refused(400, 'Label does not exist');
      return { kind: 'rows', rows: [this.#insert(entry.row.id, entry.fields, ada)] };
    }
    if (entry.kind === 'delete') {
      return this.delete(entry.ticketId, ada) ? { kind: 'deleted' } : refused(404, 'Ticket not found');
    }
    if (entry.kind === 'restore') {
      if (!this.restore(entry.ticketId, ada)) return refused(404, 'Ticket not found');
      return { kind: 'rows', rows: [this.#tickets.get(entry.ticketId)?.row as TicketRow] };
    }
    if (entry.kind === 'comment') {
      if (!this.row(entry.ticketId)) return refused(404, 'Ticket not found');
      if (entry.content === 'refused') return refused(400, 'Refused');
      this.comments.push(entry.content);
      return { kind: 'commented' };
    }
    if (entry.kind === 'place') {
      const row = this.row(entry.ticketId);
      if (!row) return refused(404, 'Ticket not found');
      const rank = this.#rankAt(row, entry.place);
      if (rank === undefined) return refused(400, 'Ticket does not exist in the same project');
      const { status } = entry.place;
      return { kind: 'rows', rows: [this.#write(row.id, { rank, ...(status && { status }) }, ada)] };
    }
    const problems = entry.changes.map(({ ticketId, patch, base }) =>
      this.#problemOf(ticketId, patch, base?.version),
    );
    const problem = problems.find((found) => found !== undefined);
    if (problem && entry.changes.length > 1) {
      const refusedOnes = [...problems.keys()].filter((index) => problems[index]);
      const details = Object.fromEntries(refusedOnes.map((index) => [`tickets.${index}`, ['Refused']]));
      return { kind: 'refused', refusal: { status: 400, code: 'REFUSED', message: 'Refused', details } };
    }
    if (problem) return problem;
    const rows = entry.changes.map(({ ticketId, patch }) => {
      const stored = this.#tickets.get(ticketId) as Stored;
      return this.#update(stored, patch, ada);
    });
    return { kind: 'rows', rows };
  }

  #problemOf(id: string, patch: TicketPatch, version: number | undefined): Answer | undefined {
    const row = this.row(id);
    if (!row) return refused(404, 'Ticket not found');
    if (version !== undefined && version !== row.version) return refused(412, 'The ticket changed');
    if (patch.title === 'refused') return refused(400, 'Title is not allowed');
    if (patch.labelIds?.some((label) => !this.labels.has(label))) return refused(400, 'Label does not exist');
    if (patch.projectId && !this.readable.has(patch.projectId)) return refused(400, 'Project does not exist');
    return undefined;
  }

  #insert(id: string, fields: TicketPatch, by: string): TicketRow {
    const { description, fields: _own, ...given } = fields;
    const now = this.#tick();
    const row: TicketRow = {
      ...initialFields(),
      ...{ id, title: '', version: 1, workspaceId: 'workspace', reporterId: by, labelIds: [] },
      ...given,
      ...this.#nextKey(given.projectId ?? null),
      ...{ rank: rankAt(this.#time, id), counts: { comments: 0, attachments: 0, timeLogs: 0 } },
      ...{ createdAt: now, updatedAt: now },
    };
    this.#tickets.set(id, { row, description: description ?? undefined, isDeleted: false });
    this.#record('ticket.created', row, by);
    return row;
  }

  #update(stored: Stored, patch: TicketPatch, by: string): TicketRow {
    const { description, fields: _own, ...fields } = patch;
    const isSame = Object.entries(fields).every(
      ([name, value]) => JSON.stringify(stored.row[name as keyof TicketRow]) === JSON.stringify(value),
    );
    if (isSame && (description === undefined || (description ?? undefined) === stored.description))
      return stored.row;
    if (description !== undefined) stored.description = description ?? undefined;
    return this.#write(stored.row.id, fields, by);
  }

  #write(id: string, fields: Partial<TicketRow>, by: string): TicketRow {
    const stored = this.#tickets.get(id) as Stored;
    const before = stored.row;
    const updatedAt = this.#tick();
    const row = { ...before, ...fields, version: before.version + 1, updatedAt };
    if (fields.status) row.completedAt = fields.status === 'done' ? (before.completedAt ?? updatedAt) : null;
    if (fields.projectId !== undefined && fields.projectId !== before.projectId) {
      Object.assign(row, this.#nextKey(fields.projectId), { groupId: null, milestoneId: null });
    }
    if (this.#canRead(before) && !this.#canRead(row)) this.#append('ticket.gone', { id }, updatedAt);
    stored.row = row;
    const changes = Object.fromEntries(Object.keys(fields).map((name) => [name, { from: null, to: null }]));
    this.#record('ticket.updated', row, by, changes);
    if (fields.status) this.#record('ticket.status_changed', row, by, changes);
    return row;
  }

  #rankAt(row: TicketRow, { after, before }: Place): string | undefined {
    const home = this.rows()
      .filter(({ projectId, id }) => projectId === row.projectId && id !== row.id)
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const at = home.findIndex(({ id }) => id === (after ?? before));
    if (at < 0)
      return (after ?? before) === undefined ? rankBetween(home.at(-1)?.rank, undefined) : undefined;
    const gap = after === undefined ? at : at + 1;
    return rankBetween(home[gap - 1]?.rank, home[gap]?.rank);
  }

  #nextKey(projectId: string | null): { key: string | null; number: number | null } {
    if (projectId === null) return { key: null, number: null };
    const number = (this.#numbers.get(projectId) ?? 0) + 1;
    this.#numbers.set(projectId, number);
    return { key: `${this.keys.get(projectId)}-${number}`, number };
  }

  #tick(): string {
    this.#time += 1_000;
    return new Date(this.#time).toISOString();
  }

  /** An event reaches Ada if she can read the ticket at that moment. */
  #record(type: string, row: TicketRow, by: string, changes: object = {}): void {
    if (this.#canRead(row))
      this.#append(type, { row, ticket: { id: row.id }, user: { id: by }, changes }, row.updatedAt);
    else this.#events++;
  }

  #append(type: string, data: Record<string, unknown>, timestamp = this.#tick()): void {
    const position = ++this.#events;
    this.#log.push({ position, event: { id: String(position), type, timestamp, data } });
  }

  #canRead = (row: TicketRow): boolean => this.#canSee(row, ada);

  #canSee = ({ projectId, reporterId, assigneeId }: TicketRow, person: string): boolean =>
    person === ben ||
    projectId === null ||
    this.readable.has(projectId) ||
    reporterId === ada ||
    assigneeId === ada;
}

const refused = (status: number, message: string): Answer => ({
  kind: 'refused',
  refusal: { status, code: 'REFUSED', message },
});
