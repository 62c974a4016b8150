-- An agent's role in a project or workspace is at most that of its owner there, and at most admin. What agents created
-- belongs to their owners.
insert into project_members (project_id, user_id, role, joined_at)
select p.id, a.agent_owner_id, 'owner', p.created_at from projects p join users a on a.id = p.owner_id
where a.agent_owner_id is not null
on conflict (project_id, user_id) do update set role = 'owner';
update projects set owner_id = (select a.agent_owner_id from users a where a.id = projects.owner_id)
where owner_id in (select id from users where agent_owner_id is not null);
insert into workspace_members (workspace_id, user_id, role, joined_at)
select w.id, a.agent_owner_id, 'owner', w.created_at from workspaces w join users a on a.id = w.owner_id
where a.agent_owner_id is not null and w.kind = 'shared'
on conflict (workspace_id, user_id) do update set role = 'owner';
update workspaces set owner_id = (select a.agent_owner_id from users a where a.id = workspaces.owner_id)
where kind = 'shared' and owner_id in (select id from users where agent_owner_id is not null);

-- Agents do not invite.
update invitations set revoked_at = created_at
where accepted_at is null and revoked_at is null and invited_by in (select id from users where agent_owner_id is not null);

create view agent_project_limits as
select a.id as agent_id, m.project_id, case m.role when 'owner' then 'admin' else m.role end as role
from users a join project_members m on m.user_id = a.agent_owner_id;
-- An agent alone owns its personal workspace.
create view agent_workspace_limits as
select a.id as agent_id, m.workspace_id, case m.role when 'owner' then 'admin' else m.role end as role
from users a join workspace_members m on m.user_id = a.agent_owner_id
union all
select a.id, w.id, 'owner' from users a join workspaces w on w.owner_id = a.id and w.kind = 'personal'
where a.agent_owner_id is not null;
create table role_ranks (role text primary key, rank integer not null) without rowid;
insert into role_ranks values ('viewer', 1), ('member', 2), ('admin', 3), ('owner', 4);

delete from project_members where user_id in (select id from users where agent_owner_id is not null)
  and not exists (select 1 from agent_project_limits l
    where l.agent_id = project_members.user_id and l.project_id = project_members.project_id);
update project_members
set role = (select l.role from agent_project_limits l
  where l.agent_id = project_members.user_id and l.project_id = project_members.project_id)
where exists (select 1 from agent_project_limits l
  join role_ranks o on o.rank < (select rank from role_ranks r where r.role = project_members.role)
  where l.agent_id = project_members.user_id and l.project_id = project_members.project_id and o.role = l.role);
delete from workspace_members where user_id in (select id from users where agent_owner_id is not null)
  and not exists (select 1 from agent_workspace_limits l
    where l.agent_id = workspace_members.user_id and l.workspace_id = workspace_members.workspace_id);
update workspace_members
set role = (select l.role from agent_workspace_limits l
  where l.agent_id = workspace_members.user_id and l.workspace_id = workspace_members.workspace_id)
where exists (select 1 from agent_workspace_limits l
  join role_ranks o on o.rank < (select rank from role_ranks r where r.role = workspace_members.role)
  where l.agent_id = workspace_members.user_id and l.workspace_id = workspace_members.workspace_id and o.role = l.role);

create trigger project_agents_leave after delete on project_members begin
  delete from project_members where project_id = old.project_id
    and user_id in (select id from users where agent_owner_id = old.user_id);
end;
create trigger project_agents_follow after update of role on project_members begin
  update project_members set role = case new.role when 'owner' then 'admin' else new.role end
  where project_id = new.project_id and user_id in (select id from users where agent_owner_id = new.user_id)
    and (select rank from role_ranks r where r.role = project_members.role)
      > (select rank from role_ranks r where r.role = new.role);
end;
create trigger project_agents_limited before insert on project_members
when exists (select 1 from users where id = new.user_id and agent_owner_id is not null)
  and not exists (select 1 from agent_project_limits l join role_ranks o on o.role = l.role
    join role_ranks n on n.role = new.role and n.rank <= o.rank
    where l.agent_id = new.user_id and l.project_id = new.project_id)
begin
  select raise(abort, 'an agent has at most the role of its owner');
end;
create trigger project_agents_stay_limited before update of role on project_members
when exists (select 1 from users where id = new.user_id and agent_owner_id is not null)
  and not exists (select 1 from agent_project_limits l join role_ranks o on o.role = l.role
    join role_ranks n on n.role = new.role and n.rank <= o.rank
    where l.agent_id = new.user_id and l.project_id = new.project_id)
begin
  select raise(abort, 'an agent has at most the role of its owner');
end;

create trigger workspace_agents_leave after delete on workspace_members begin
  delete from workspace_members where workspace_id = old.workspace_id
    and user_id in (select id from users where agent_owner_id = old.user_id)
    and not exists (select 1 from workspaces w
      where w.id = old.workspace_id and w.kind = 'personal' and w.owner_id = workspace_members.user_id);
end;
create trigger workspace_agents_follow after update of role on workspace_members begin
  update workspace_members set role = case new.role when 'owner' then 'admin' else new.role end
  where workspace_id = new.workspace_id and user_id in (select id from users where agent_owner_id = new.user_id)
    and not exists (select 1 from workspaces w
      where w.id = new.workspace_id and w.kind = 'personal' and w.owner_id = workspace_members.user_id)
    and (select rank from role_ranks r where r.role = workspace_members.role)
      > (select rank from role_ranks r where r.role = new.role);
end;
create trigger workspace_agents_limited before insert on workspace_members
when exists (select 1 from users where id = new.user_id and agent_owner_id is not null)
  and not exists (select 1 from agent_workspace_limits l join role_ranks o on o.role = l.role
    join role_ranks n on n.role = new.role and n.rank <= o.rank
    where l.agent_id = new.user_id and l.workspace_id = new.workspace_id)
begin
  select raise(abort, 'an agent has at most the role of its owner');
end;
create trigger workspace_agents_stay_limited before update of role on workspace_members
when exists (select 1 from users where id = new.user_id and agent_owner_id is not null)
  and not exists (select 1 from agent_workspace_limits l join role_ranks o on o.role = l.role
    join role_ranks n on n.role = new.role and n.rank <= o.rank
    where l.agent_id = new.user_id and l.workspace_id = new.workspace_id)
begin
  select raise(abort, 'an agent has at most the role of its owner');
end;
