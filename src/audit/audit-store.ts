import { byCreation, dynamicPagedList, listPage, type Queries, sql } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { InstanceRole } from '../users/index.ts';

export interface AuditEntry {
  id: string;
  createdAt: number;
  action: string;
  actorId: string | null;
  credentialKind: 'session' | 'api-key' | null;
  credentialId: string | null;
  address: string | null;
  requestId: string | null;
  subjectKind: string;
  subjectId: string;
  subjectName: string | null;
  /** A JSON object. */
  details: string;
}

export interface ListedAuditEntry extends AuditEntry {
  actorName: string | null;
  actorEmail: string | null;
}

export interface AuditFilter {
  actorId?: string | undefined;
  subjectId?: string | undefined;
  actions?: string[] | undefined;
  exceptActions?: readonly string[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

interface RecentRead {
  actorId: string;
  credentialId: string;
  action: string;
  subjectId: string;
  since: number;
}

// No statement updates or deletes an entry; triggers of the database refuse both.
export const insertAuditEntry = sql.send<AuditEntry>(`
  insert into audit_entries (id, created_at, action, actor_id, credential_kind, credential_id, address, request_id,
    subject_kind, subject_id, subject_name, details)
  values (:id, :createdAt, :action, :actorId, :credentialKind, :credentialId, :address, :requestId,
    :subjectKind, :subjectId, :subjectName, :details)`);

export const hasRecentEntry = sql.exists<RecentRead, { id: string }>(`
  select id from audit_entries where actor_id = :actorId and created_at > :since and action = :action
    and subject_id = :subjectId and credential_id = :credentialId limit 1`);

/** Newest first. */
export function listAuditEntries(queries: Queries, filter: AuditFilter, page: Page) {
  const conditions = {
    actorId: 'e.actor_id = :actorId',
    subjectId: 'e.subject_id = :subjectId',
    actions: 'e.action in :actions[]',
    exceptActions: 'e.action not in :exceptActions[]',
    from: 'e.created_at >= :from',
    to: 'e.created_at <= :to',
  };
  const used = Object.entries(filter).filter(([, value]) => value !== undefined);
  const list = dynamicPagedList<object, ListedAuditEntry>({
    columns: `e.id, e.created_at as "createdAt", e.action, e.actor_id as "actorId", e.credential_kind as "credentialKind",
      e.credential_id as "credentialId", e.address, e.request_id as "requestId", e.subject_kind as "subjectKind",
      e.subject_id as "subjectId", e.subject_name as "subjectName", e.details, u.name as "actorName", u.email as "actorEmail"`,
    from: 'audit_entries e',
    joins: 'left join users u on u.id = e.actor_id',
    where: ['1 = 1', ...used.map(([name]) => conditions[name as keyof AuditFilter])].join(' and '),
    sort: byCreation('e.created_at', 'e.id', 'desc'),
  });
  return listPage(queries, list, Object.fromEntries(used), page);
}

/** An account that became ADMIN by its own sign-up without being the first one (SECURITY.md, advisory 1). */
export interface SelfMadeAdmin {
  name: string;
  email: string;
  role: InstanceRole;
  active: number;
  createdAt: number;
  address: string | null;
}

export const listSelfMadeAdmins = sql.list<object, SelfMadeAdmin>(`
  select u.name, u.email, u.role, u.active, e.created_at as "createdAt", e.address
  from audit_entries e join users u on u.id = e.subject_id
  where e.action = 'user.created' and e.actor_id = e.subject_id and e.details like '%"role":"ADMIN"%'
    and not exists (select 1 from instance_facts f where f.name = 'first_account' and f.value = e.subject_id)
  order by e.created_at, e.id`);
