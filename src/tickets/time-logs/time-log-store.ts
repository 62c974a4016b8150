import { byNumber, byText, listPage, pagedList, type Queries, statement } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import type { TimeLog, TimeLogWithUser } from './time-log.ts';

const columns = `l.id, l.ticket_id as "ticketId", l.user_id as "userId", l.minutes, l.description,
    l.spent_at as "spentAt", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "userName",
    u.email as "userEmail", u.image as "userImage"`;
const joins = 'join users u on u.id = l.user_id';
const ofTicket = pagedList<{ ticketId: string }, TimeLogWithUser>({
  columns,
  from: 'time_logs l',
  joins,
  where: 'l.ticket_id = :ticketId',
  sort: [byNumber('l.spent_at', 'desc', ({ spentAt }) => spentAt), byText('l.id', 'desc', ({ id }) => id)],
});
const one = statement<{ id: string; ticketId: string }, TimeLogWithUser>(
  `select ${columns} from time_logs l ${joins} where l.id = :id and l.ticket_id = :ticketId`,
);
const insert = statement<TimeLog>(`
  insert into time_logs (id, ticket_id, user_id, minutes, description, spent_at, created_at, updated_at)
  values (:id, :ticketId, :userId, :minutes, :description, :spentAt, :createdAt, :updatedAt)`);
const update = statement<TimeLog>(`
  update time_logs set minutes = :minutes, description = :description, spent_at = :spentAt, updated_at = :updatedAt
  where id = :id`);
const remove = statement<{ id: string }>('delete from time_logs where id = :id');
const changeCount = statement<{ ticketId: string; change: number; updatedAt: number }>(`
  update tickets set time_log_count = time_log_count + :change, updated_at = :updatedAt where id = :ticketId`);

export const listTimeLogs = (queries: Queries, ticketId: string, page: Page, total: number) =>
  listPage(queries, ofTicket, { ticketId }, page, () => total);
export const findTimeLog = (queries: Queries, ticketId: string, id: string) =>
  queries.find(one, { ticketId, id });
export const insertTimeLog = (tx: Queries, log: TimeLog) => tx.run(insert, log);
export const updateTimeLogRow = (tx: Queries, log: TimeLog) => tx.run(update, log);
export const deleteTimeLogRow = (tx: Queries, id: string) => tx.run(remove, { id });
/** Updates `updatedAt` but not the version, as a comment does. */
export const changeTimeLogCount = (tx: Queries, ticketId: string, change: -1 | 0 | 1, updatedAt: number) =>
  tx.run(changeCount, { ticketId, change, updatedAt });
