import { byCreation, sql } from '../platform/db/index.ts';
import type { ListedRelease, Release } from './release.ts';

const columns = `r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt"`;

/** The versions of a project, newest first. */
export const listReleaseRows = sql.page<{ projectId: string }, ListedRelease>({
  columns: `${columns},
    (select count(*) from release_tickets rt where rt.release_id = r.id and rt.shipped_at is not null) as "ticketCount"`,
  from: 'releases r',
  where: 'r.project_id = :projectId and r.deleted_at is null',
  sort: byCreation('r.created_at', 'r.id', 'desc'),
});

export const findRelease = sql.find<{ id: string; projectId: string }, Release>(
  `select ${columns} from releases r where r.id = :id and r.project_id = :projectId and r.deleted_at is null`,
);

type Named = Pick<Release, 'projectId' | 'repository' | 'tag' | 'version'>;
export const findNamedRelease = sql.find<Named, Release>(`
  select ${columns} from releases r where r.project_id = :projectId and r.repository = :repository and r.tag = :tag
    and r.version = :version`);

/** The releases of a repository with a tag, deleted ones too. */
export const listTagged = sql.list<{ projectId: string; repository: string }, Release>(`
  select ${columns} from releases r
  where r.project_id = :projectId and r.repository = :repository and r.tag <> ''`);

/** Adds the release, or makes a known one due again, even if its tag had been deleted. */
export const upsertDue = sql.run<Named & { id: string; isSilent: number; now: number }>(`
  insert into releases (id, project_id, version, repository, tag, is_silent, due_at, created_at)
  values (:id, :projectId, :version, :repository, :tag, :isSilent, :now, :now)
  on conflict (project_id, repository, tag, version) do update set due_at = excluded.due_at, attempts = 0`);

/** Adds a version that a person recorded, or brings it back. */
export const upsertRecorded = sql.run<Named & { id: string; now: number }>(`
  insert into releases (id, project_id, version, repository, tag, created_at)
  values (:id, :projectId, :version, :repository, :tag, :now)
  on conflict (project_id, repository, tag, version) do update set deleted_at = null`);

export const listDueReleases = sql.list<{ now: number; limit: number }, Release>(`
  select ${columns} from releases r join projects p on p.id = r.project_id and p.status <> 'deleted'
  where r.due_at <= :now order by r.due_at, r.id limit :limit`);

/** Returns false if another process took it. */
export const takeDueRelease = sql.change<{ id: string; dueAt: number; until: number }>(
  'update releases set due_at = :until where id = :id and due_at = :dueAt',
);

/**
 * Ends a reading that was taken with `until`. If the release was made due meanwhile, it stays due: what was read may be
 * older.
 */
export const saveReading = sql.run<
  Pick<Release, 'id' | 'commit' | 'dueAt' | 'attempts' | 'error' | 'deletedAt'> & { until: number }
>(`
  update releases set commit_sha = :commit, attempts = :attempts, error = :error, deleted_at = :deletedAt,
    due_at = case when due_at = :until then :dueAt else due_at end where id = :id`);

export const markDeleted = sql.run<{ id: string; now: number }>(
  'update releases set deleted_at = :now, due_at = null where id = :id',
);

type Ship = { releaseId: string; ticketId: string };
export const findShippedAt = sql.find<Ship, { shippedAt: number | null }>(`
  select shipped_at as "shippedAt" from release_tickets where release_id = :releaseId and ticket_id = :ticketId`);
/** A ticket waits for the newest release that contains it. */
export const deleteWaiting = sql.run<{ ticketId: string }>(
  'delete from release_tickets where ticket_id = :ticketId and shipped_at is null',
);
export const upsertShip = sql.run<Ship & { shippedAt: number | null }>(`
  insert into release_tickets (release_id, ticket_id, shipped_at) values (:releaseId, :ticketId, :shippedAt)
  on conflict (release_id, ticket_id) do update
    set shipped_at = coalesce(release_tickets.shipped_at, excluded.shipped_at)`);

/** Tickets that were not done when a release with them appeared, and are now. */
export const listDoneWaiting = sql.list<{ limit: number }, Release & { ticketId: string }>(`
  select ${columns}, rt.ticket_id as "ticketId" from release_tickets rt
  join tickets t on t.id = rt.ticket_id and t.status = 'done' and t.shipped_in is null and t.deleted_at is null
  join releases r on r.id = rt.release_id and r.deleted_at is null
  where rt.shipped_at is null order by rt.ticket_id limit :limit`);

/** The tickets that show the version because of this release. */
export const listTicketsIn = sql.listValues<{ releaseId: string; limit: number }, { ticketId: string }>(`
  select rt.ticket_id as "ticketId" from release_tickets rt join releases r on r.id = rt.release_id
  join tickets t on t.id = rt.ticket_id and t.shipped_in = r.version
  where rt.release_id = :releaseId and rt.shipped_at is not null order by rt.ticket_id limit :limit`);
export const deleteWaitingFor = sql.run<{ releaseId: string }>(
  'delete from release_tickets where release_id = :releaseId and shipped_at is null',
);
