import { byCreation, type Queries, sql, statement } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Invitation, ShownInvitation } from './invitation.ts';

const columns = `i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey"`;
const joins = 'join users u on u.id = i.invited_by left join projects p on p.id = i.project_id';
// Invitations that a user may see: their own, those to projects that they administer, and for administrators those to
// the instance.
const visible = `(i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')))`;

type Viewer = { userId: string; isAdmin: number };
const list = { columns, from: 'invitations i', joins, sort: byCreation('i.created_at', 'i.id', 'desc') };
const shown = `select ${columns} from invitations i ${joins}`;
type NewInvitation = Omit<Invitation, 'acceptedAt' | 'revokedAt'>;

export const listVisibleInvitations = sql.page<Viewer, ShownInvitation>({ ...list, where: visible });
export const listProjectInvitations = sql.page<{ projectId: string }, ShownInvitation>({
  ...list,
  where: 'i.project_id = :projectId',
});
export const findVisibleInvitation = sql.find<Viewer & { id: string }, ShownInvitation>(
  `${shown} where i.id = :id and ${visible}`,
);
export const findInvitation = sql.find<{ id: string }, ShownInvitation>(`${shown} where i.id = :id`);
export const findInvitationByToken = sql.find<{ hash: string }, ShownInvitation>(
  `${shown} join invitation_tokens t on t.invitation_id = i.id where t.token_hash = :hash`,
);
export const countPendingInvitations = sql.count<{ userId: string; now: number }, { total: number }>(`
  select count(*) as total from invitations
  where invited_by = :userId and accepted_at is null and revoked_at is null and expires_at > :now`);

const countSince = statement<
  { userId: string; email: string; since: number },
  { total: number; toAddress: number }
>(`
  select count(*) as total, count(case when email_folded = :email then 1 end) as "toAddress"
  from invitations where invited_by = :userId and created_at > :since`);
/** Counts the invitations that the user created since then, in all and to the address, revoked ones included. */
export const countInvitationsSince = async (queries: Queries, userId: string, email: string, since: number) =>
  (await queries.find(countSince, { userId, email: foldCase(email), since })) ?? { total: 0, toAddress: 0 };

const insertInvitationSql = statement<NewInvitation & { emailFolded: string }>(`
  insert into invitations (id, email, email_folded, project_id, role, invited_by, created_at, expires_at)
  values (:id, :email, :emailFolded, :projectId, :role, :invitedBy, :createdAt, :expiresAt)`);
export const insertInvitation = (tx: Queries, invitation: NewInvitation) =>
  tx.run(insertInvitationSql, { ...invitation, emailFolded: foldCase(invitation.email) });
export const insertInvitationToken = sql.run<{ hash: string; id: string }>(
  'insert into invitation_tokens (token_hash, invitation_id) values (:hash, :id)',
);
/** Returns true for exactly one of several concurrent calls, and false once the invitation has ended. */
export const acceptInvitationRow = sql.change<{ id: string; userId: string; now: number }>(`
  update invitations set accepted_at = :now, accepted_by = :userId
  where id = :id and accepted_at is null and revoked_at is null and expires_at > :now`);
/** Returns whether the invitation was still pending. */
export const revokeInvitationRow = sql.change<{ id: string; now: number }>(`
  update invitations set revoked_at = :now where id = :id and accepted_at is null and revoked_at is null`);

const revokeEarlier = statement<{ email: string; projectId: string; now: number }>(`
  update invitations set revoked_at = :now where email_folded = :email and coalesce(project_id, '') = :projectId
    and accepted_at is null and revoked_at is null and expires_at > :now`);
export const revokeEarlierInvitations = (tx: Queries, email: string, projectId: string | null, now: number) =>
  tx.run(revokeEarlier, { email: foldCase(email), projectId: projectId ?? '', now });
export const sweepInvitations = sql.run<{ before: number }>(
  'delete from invitations where created_at < :before',
);
