import { byNumber, byText, sql } from '../../platform/db/index.ts';
import type { TimeLog, TimeLogWithUser } from './time-log.ts';

const columns = `l.id, l.ticket_id as "ticketId", l.user_id as "userId", l.minutes, l.description,
    l.spent_at as "spentAt", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "userName",
    u.email as "userEmail", u.image as "userImage"`;
const joins = 'join users u on u.id = l.user_id';

export const listTimeLogs = sql.page<{ ticketId: string }, TimeLogWithUser>({
  columns,
  from: 'time_logs l',
  joins,
  where: 'l.ticket_id = :ticketId',
  sort: [byNumber('l.spent_at', 'desc', ({ spentAt }) => spentAt), byText('l.id', 'desc', ({ id }) => id)],
});
export const findTimeLog = sql.find<{ id: string; ticketId: string }, TimeLogWithUser>(
  `select ${columns} from time_logs l ${joins} where l.id = :id and l.ticket_id = :ticketId`,
);
export const insertTimeLog = sql.run<TimeLog>(`
  insert into time_logs (id, ticket_id, user_id, minutes, description, spent_at, created_at, updated_at)
  values (:id, :ticketId, :userId, :minutes, :description, :spentAt, :createdAt, :updatedAt)`);
export const updateTimeLogRow = sql.run<TimeLog>(`
  update time_logs set minutes = :minutes, description = :description, spent_at = :spentAt, updated_at = :updatedAt
  where id = :id`);
export const deleteTimeLogRow = sql.run<{ id: string }>('delete from time_logs where id = :id');
/** Updates `updatedAt` but not the version, as a comment does. */
export const changeTimeLogCount = sql.run<{ ticketId: string; change: -1 | 0 | 1; updatedAt: number }>(`
  update tickets set time_log_count = time_log_count + :change, updated_at = :updatedAt where id = :ticketId`);
