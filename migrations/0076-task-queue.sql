-- compatible: no
-- Older processes would hand out the tasks of blocked tickets, and closing the last blocker there would release none.

-- Why a queued task is not offered. Set exactly while held_reason is.
alter table agent_tasks add column hold text check (hold in ('blocked', 'hour', 'ticket', 'chain', 'budget'));
-- 1: somebody with the right offered the task despite its caps. Blockers hold it all the same.
alter table agent_tasks add column waived integer not null default 0 check (waived in (0, 1));

-- What started the task: the event, who caused it, and the task that the causing agent worked on. The depth counts the
-- agents in that chain. No foreign keys: the cause outlives what it names.
alter table agent_tasks add column cause_event text check (length(cause_event) <= 200);
alter table agent_tasks add column cause_user_id text;
alter table agent_tasks add column cause_agent_id text;
alter table agent_tasks add column cause_task_id text;
alter table agent_tasks add column cause_depth integer not null default 0;

-- Who claimed the task last; unlike the lease it stays when the task ends.
alter table agent_tasks add column claimed_by text;
-- The status from which the claim moved the ticket, and when.
alter table agent_tasks add column ticket_status_before text;
alter table agent_tasks add column ticket_moved_at bigint;

create index agent_tasks_by_hold on agent_tasks (hold, cap_key, created_at, id) where hold is not null;
create index agent_tasks_claimed_by on agent_tasks (claimed_by, claimed_at) where claimed_by is not null;
create index agent_tasks_offered_of_ticket on agent_tasks (ticket_id, offered_at)
  where ticket_id is not null and offered_at is not null;

update agent_tasks set hold = 'hour' where held_reason is not null;

-- The queued tasks of blocked tickets, as src/tickets/relations/blocker-store.ts finds them: a blocker also holds what is
-- below the blocked ticket, unless it is there itself.
with recursive edges(above, blocker) as (
  select r.to_id, r.from_id from ticket_relations r
  join tickets b on b.id = r.from_id and b.deleted_at is null and b.status not in ('done', 'cancelled')
  left join projects p on p.id = b.project_id
  where r.kind = 'blocks' and (p.id is null or p.status <> 'deleted')),
ancestors(blocker, id) as (
  select blocker, blocker from edges
  union
  select a.blocker, t.parent_id from ancestors a join tickets t on t.id = a.id where t.parent_id is not null),
below(id) as (
  select e.above from edges e
  where not exists (select 1 from ancestors a where a.blocker = e.blocker and a.id = e.above)
  union
  select t.id from below b join tickets p on p.id = b.id and p.deleted_at is null join tickets t on t.parent_id = p.id)
update agent_tasks set hold = 'blocked', held_reason = 'Blocked by an open ticket', offered_at = null
where state = 'queued' and ticket_id is not null
  and (ticket_id in (select above from edges) or ticket_id in (select id from below));

-- What the tasks of a project do by themselves.
alter table project_automation add column move_with_tasks integer not null default 1 check (move_with_tasks in (0, 1));
alter table project_automation add column mentions_start_tasks integer not null default 1
  check (mentions_start_tasks in (0, 1));
-- JSON; null: none.
alter table project_automation add column status_rules text;

-- How many tasks a project offers; without a row, or where null, the defaults apply.
create table agent_task_limits (
  project_id text primary key references projects (id) on delete cascade,
  tasks_per_hour integer check (tasks_per_hour between 1 and 1000000),
  tasks_per_ticket_per_day integer check (tasks_per_ticket_per_day between 1 and 10000),
  chain_depth integer check (chain_depth between 0 and 100)
) /*sqlite without rowid*/;
