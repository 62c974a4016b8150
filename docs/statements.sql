-- Every SQL statement of Docket, by the file that declares it. Written by `npm run generate`.
--
-- `:name` is a parameter. src/platform/db/statements/statement.ts compiles a statement once per engine:
--   in :names[]      SQLite: in (select value from json_each(?)); PostgreSQL: = any($1::text[])
--   not in :names[]  SQLite: not in (select value from json_each(?)); PostgreSQL: <> all($1::text[])
--   limit :limit     SQLite: limit ? + 0
--   for update …     SQLite: left out, because it has a single writer
-- `${…}` is TypeScript: the function puts the statement together at run time.


-- src/agent-tasks/agent-task-reports-store.ts

-- activities
select v.id, v.task_id as "taskId", v.author_id as "authorId", u.name as "authorName", v.type, v.content,
  v.created_at as "createdAt"
  from agent_task_activities v left join users u on u.id = v.author_id
  where v.task_id = :taskId
  order by v.created_at asc, v.id asc limit :limit;
select v.id, v.task_id as "taskId", v.author_id as "authorId", u.name as "authorName", v.type, v.content,
  v.created_at as "createdAt"
  from agent_task_activities v left join users u on u.id = v.author_id
  where (v.created_at, v.id) > (:after0, :after1) and v.task_id = :taskId
  order by v.created_at asc, v.id asc limit :limit;
select v.created_at as after0, v.id as after1
  from agent_task_activities v
  where v.task_id = :taskId
  order by v.created_at asc, v.id asc limit 1 offset :offset;
select v.created_at as after0, v.id as after1
  from agent_task_activities v
  where v.task_id = :taskId
  order by v.created_at desc, v.id desc limit 1 offset :offset;
select count(*) as total from agent_task_activities v where v.task_id = :taskId;

-- listLatestActivitiesSql
select v.id, v.task_id as "taskId", v.author_id as "authorId", u.name as "authorName", v.type, v.content,
  v.created_at as "createdAt" from agent_task_activities v left join users u on u.id = v.author_id where v.task_id = :taskId
  order by v.created_at desc, v.id desc limit :limit;

-- newestOfTasks
select v.id, v.task_id as "taskId", v.author_id as "authorId", u.name as "authorName", v.type, v.content,
  v.created_at as "createdAt" from agent_task_activities v left join users u on u.id = v.author_id where v.id in (
    select (select w.id from agent_task_activities w where w.task_id = a.id order by w.created_at desc, w.id desc limit 1)
    from agent_tasks a where a.id in :taskIds[]);

-- nextActivityAtSql
select created_at as "createdAt" from agent_task_activities where task_id = :taskId
  order by created_at desc limit 1;

-- insertActivity
insert into agent_task_activities (id, task_id, author_id, type, content, created_at)
  values (:id, :taskId, :authorId, :type, :content, :createdAt);

-- listArtifacts
select id, task_id as "taskId", type, title, url, content, created_at as "createdAt"
  from agent_task_artifacts where task_id = :taskId order by created_at, id limit 200;

-- insertArtifact
insert into agent_task_artifacts (id, task_id, type, title, url, content, created_at)
  values (:id, :taskId, :type, :title, :url, :content, :createdAt);

-- updateBranch
update agent_tasks set branch = :branch where id = :taskId;

-- listFiles
select path from agent_task_files where task_id = :taskId order by path;

-- insertFile
insert into agent_task_files (task_id, path) values (:taskId, :path) on conflict do nothing;

-- addTouchedFiles
update agent_tasks set touched_files = touched_files + :change where id = :taskId;


-- src/agent-tasks/agent-task-store.ts

-- findTask
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.id = :id;

-- findTaskFor
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", p.status as "projectStatus", p.visibility, pm.role, wm.role as "workspaceRole",
  w.kind as "workspaceKind", t.reporter_id as "reporterId", t.assignee_id as "assigneeId", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName"
  from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id
  left join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = a.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where a.id = :id;

-- lockStandingById
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", p.status as "projectStatus", p.visibility, pm.role, wm.role as "workspaceRole",
  w.kind as "workspaceKind", t.reporter_id as "reporterId", t.assignee_id as "assigneeId", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName"
  from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id
  left join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = a.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where a.id = :id for update of a;

-- findTaskByDedupeKey
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.dedupe_key = :dedupeKey;

-- insertTaskSql
insert into agent_tasks (id, project_id, ticket_id, agent_id, queue_id, kind, title, instructions, state, hold, held_reason,
    priority, source, input, dedupe_key, follows_id, started_in, created_by, run_after, max_attempts, cap_key, predict_at, offered_at,
    cause_event, cause_user_id, cause_agent_id, cause_task_id, cause_depth, created_at, updated_at)
  values (:id, :projectId, :ticketId, :agentId, :queueId, :kind, :title, :instructions, 'queued', :hold, :heldReason,
    :priority, :source, :input, :dedupeKey, :followsId, :startedIn, :createdBy, :runAfter, :maxAttempts, :capKey, :predictAt, :offeredAt,
    :causeEvent, :causeUserId, :causeAgentId, :causeTaskId, :causeDepth, :createdAt, :createdAt)
  on conflict (dedupe_key) do nothing;

-- updateTask
update agent_tasks set state = :state, hold = :hold, held_reason = :heldReason, run_after = :runAfter, attempt = :attempt,
    lease_worker = :leaseWorker, lease_user_id = :leaseUserId, lease_seconds = :leaseSeconds,
    lease_expires_at = :leaseExpiresAt, question = :question, question_kind = :questionKind,
    question_form = :questionForm, question_subject = :questionSubject, answer = :answer, result = :result,
    error = :error, failure_type = :failureType, stop_epoch = :stopEpoch, stop_requested_by = :stopRequestedBy,
    stop_requested_at = :stopRequestedAt, cancelled_by = :cancelledBy, updated_at = :updatedAt, completed_at = :completedAt
  where id = :id;

-- updateHold
update agent_tasks set hold = :hold, held_reason = :heldReason, waived = :waived, offered_at = :offeredAt,
    updated_at = :now
  where id = :id;

-- moveAll
update agent_tasks set project_id = :projectId, queue_id = coalesce(agent_id, :queueId) where ticket_id = :ticketId;

-- addCap
insert into agent_task_caps (cap_key) values (:capKey) on conflict do nothing;

-- lockCap
select cap_key as "capKey" from agent_task_caps where cap_key = :capKey for update;

-- offeredSince
select count(*) as total from (
    select 1 from agent_tasks where cap_key = :capKey and offered_at > :since limit :max) as offered;

-- assignable
select a.id from users a where a.id = :agentId and a.agent_owner_id is not null and a.active = 1
    and (a.agent_owner_id = :by or a.id = :by
      or exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = a.id));

-- findTicketProject
select project_id as "projectId" from tickets where id = :ticketId and deleted_at is null;

-- linkPullRequest
insert into agent_task_pull_requests (repository, number, task_id, linked_at)
  values (:repository, :number, :taskId, :now) on conflict do nothing;

-- byPullRequest
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id join agent_task_pull_requests l on l.task_id = a.id
  where l.repository = :repository and l.number = :number and a.state in :states[]
    and (:isLinked = 0 or a.project_id in :projectIds[] 
      or (:includesInstance = 1 and a.project_id is null and a.ticket_id is null))
  order by l.linked_at desc, a.id desc limit 1;

-- findWorkOnTicket
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.ticket_id = :ticketId and a.state in :states[] and (a.branch is not null or a.touched_files > 0 or a.kind not in ('mention', 'review'))
  order by a.created_at desc, a.id desc limit 1;

-- listPeopleOfTask
select a.created_by as id from agent_tasks a where a.id = :id and a.created_by is not null
  union select u.agent_owner_id from agent_tasks a join users u on u.id = a.agent_id or u.id = :actorId
    where a.id = :id and u.agent_owner_id is not null;


-- src/agent-tasks/budgets/budget-hold-store.ts

-- ofAgent
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.queue_id = :subjectId and a.state = 'queued' and a.held_reason is null order by a.created_at, a.id limit :limit for update of a skip locked;

-- ofTicket
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.ticket_id = :subjectId and a.state = 'queued' and a.held_reason is null order by a.created_at, a.id limit :limit for update of a skip locked;

-- ofProject
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.project_id = :subjectId and a.state = 'queued' and a.held_reason is null and (a.queue_id = :subjectId
    or a.queue_id in (select m.user_id from project_members m where m.project_id = :subjectId)) order by a.created_at, a.id limit :limit for update of a skip locked;

-- listReleasableTasks
select a.id from agent_tasks a where a.hold = 'budget' and not exists (
  select 1 from agent_budgets b where b.spent_until > :now and b.subject_id =
    case b.kind when 'agent' then a.agent_id when 'project' then a.project_id else a.ticket_id end)
  order by a.created_at, a.id limit :limit;

-- lockHeldTasks
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.id in :ids[] and a.hold = 'budget' order by a.created_at, a.id
  for update of a skip locked;


-- src/agent-tasks/budgets/budget-store.ts

-- findBudgetRow
select kind, subject_id as "subjectId", amount, currency, period, warned_for as "warnedFor",
  reached_for as "reachedFor", spent_until as "spentUntil", from_workflow as "fromWorkflow" from agent_budgets where kind = :kind and subject_id = :subjectId;

-- lockBudgetRow
select kind, subject_id as "subjectId", amount, currency, period, warned_for as "warnedFor",
  reached_for as "reachedFor", spent_until as "spentUntil", from_workflow as "fromWorkflow" from agent_budgets where kind = :kind and subject_id = :subjectId for update;

-- saveBudgetRow
insert into agent_budgets (kind, subject_id, amount, currency, period, warned_for, reached_for, spent_until,
    from_workflow, updated_at)
  values (:kind, :subjectId, :amount, :currency, :period, :warnedFor, :reachedFor, :spentUntil, :fromWorkflow, :now)
  on conflict (kind, subject_id) do update set amount = excluded.amount, currency = excluded.currency,
    period = excluded.period, warned_for = excluded.warned_for, reached_for = excluded.reached_for,
    spent_until = excluded.spent_until, from_workflow = excluded.from_workflow, updated_at = excluded.updated_at;

-- deleteBudgetRow
delete from agent_budgets where kind = :kind and subject_id = :subjectId;

-- addSpending
insert into agent_spending (kind, subject_id, currency, month, amount)
  values (:kind, :subjectId, :currency, :month, :amount)
  on conflict (kind, subject_id, currency, month) do update set amount = agent_spending.amount + excluded.amount;

-- listSpending
select currency, cast(sum(amount) as bigint) as amount from agent_spending
  where kind = :kind and subject_id = :subjectId and month >= :since group by currency order by currency;

-- listSpentBudgets
select kind, subject_id as "subjectId", amount, currency, period, warned_for as "warnedFor",
  reached_for as "reachedFor", spent_until as "spentUntil", from_workflow as "fromWorkflow" from agent_budgets where spent_until > :now order by spent_until limit 1000;

-- findSpentBudget
select kind, subject_id as "subjectId", amount, currency, period, warned_for as "warnedFor",
  reached_for as "reachedFor", spent_until as "spentUntil", from_workflow as "fromWorkflow" from agent_budgets where spent_until > :now and (
    (kind = 'agent' and subject_id = :agentId) or (kind = 'project' and subject_id = :projectId)
    or (kind = 'ticket' and subject_id = :ticketId)) order by kind limit 1;

-- findSubjectNames
select u.id as "agentId", u.name as "agentName", u.agent_owner_id as "ownerId", t.id as "ticketId",
    t.title as "ticketTitle", t.number as "ticketNumber", p.id as "projectId", p.name as "projectName",
    p.key as "projectKey", coalesce(p.workspace_id, t.home_id) as "workspaceId"
  from (select 1 as one) b
  left join users u on :kind = 'agent' and u.id = :subjectId
  left join tickets t on :kind = 'ticket' and t.id = :subjectId
  left join projects p on p.id = t.project_id or (:kind = 'project' and p.id = :subjectId);


-- src/agent-tasks/collisions/collision-store.ts

-- lockCollisions
select project_id as "projectId" from agent_task_limits
  where project_id = :projectId and collisions = 'hold' for update;

-- hasTouchingTask
select r.id from agent_tasks r where r.project_id = :projectId and r.touched_files > 0 and r.state in ('in_progress', 'waiting_for_user') limit 1;

-- hasOverlap
select r.id from agent_tasks a
  join agent_tasks r on r.project_id = a.project_id and r.id <> a.id and r.touched_files > 0 and r.state in ('in_progress', 'waiting_for_user')
  join agent_task_predicted_files p on p.task_id = a.id and p.share >= :shareMin
  join agent_task_files f on f.task_id = r.id and f.path = p.path where a.id = :taskId limit 1;

-- listOverlaps
select a.id as "taskId", r.id as "otherId", r.ticket_id as "otherTicketId", p.path from agent_tasks a
  join agent_tasks r on r.project_id = a.project_id and r.id <> a.id and r.touched_files > 0 and r.state in ('in_progress', 'waiting_for_user')
  join agent_task_predicted_files p on p.task_id = a.id and p.share >= :shareMin
  join agent_task_files f on f.task_id = r.id and f.path = p.path
  where a.id in :taskIds[] and r.ticket_id is not null
  order by a.id, r.id, p.share desc, p.path limit :limit;

-- listTasksAtFiles
select distinct a.id from agent_task_predicted_files p join agent_tasks a on a.id = p.task_id
  where p.path in :paths[] and p.share >= :shareMin and a.project_id = :projectId
    and a.state = 'queued' and a.hold is null
  order by a.id limit 1000;

-- lockQueuedTasks
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.id in :ids[] and a.state = 'queued' order by a.id for update of a;

-- lockCollidingTasks
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.hold = 'collision' and a.project_id = :projectId and a.state = 'queued'
  order by a.created_at, a.id limit :limit for update of a;

-- listPredictedFiles
select path, share from agent_task_predicted_files where task_id = :taskId order by share desc, path;

-- deletePredictedFiles
delete from agent_task_predicted_files where task_id = :taskId;

-- insertPredictedFile
insert into agent_task_predicted_files (task_id, path, share) values (:taskId, :path, :share);

-- markPredicted
update agent_tasks set predict_at = null, predicted_files = :predictedFiles where id = :taskId;

-- predictQueuedTasks
update agent_tasks set predict_at = :now where id in (
    select id from agent_tasks where project_id = :projectId and state = 'queued'
    order by created_at, id limit 1000);

-- listTasksToPredict
select id, project_id as "projectId", ticket_id as "ticketId", kind, title, instructions, source,
    predict_at as "predictAt"
  from agent_tasks
  where predict_at is not null and state = 'queued' and predict_at <= :now and project_id is not null
  order by predict_at, id limit :limit;

-- takeTaskToPredict
update agent_tasks set predict_at = :until where id = :id and predict_at = :predictAt;

-- listTouchedFiles
select c.id as "taskId", c.title, c.ticket_id as "ticketId", f.path
  from (select id, title, ticket_id, completed_at from agent_tasks
    where project_id = :projectId and state = 'completed' and touched_files > 0
    order by created_at desc, id desc limit :tasks) c
  join agent_task_files f on f.task_id = c.id
  order by c.completed_at, c.id, f.path;


-- src/agent-tasks/holds/hold-store.ts

-- ofTickets
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.ticket_id in :ticketIds[] and a.state = 'queued' order by a.id for update of a;

-- isOffered
select id from agent_tasks where id = :id and offered_at is not null;

-- listCapKeysOfHeldTasks
select distinct cap_key as "capKey" from agent_tasks where hold = :hold limit 1000;

-- listTicketsOfHeldTasks
select distinct ticket_id as "ticketId" from agent_tasks where hold = :hold and ticket_id is not null limit 1000;

-- lockHeldTasks
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.hold = :hold and a.cap_key = :capKey order by a.created_at, a.id limit :limit
  for update of a skip locked;

-- lockHeldTasksOfTicket
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.hold = :hold and a.ticket_id = :ticketId order by a.created_at, a.id limit :limit
  for update of a skip locked;

-- offeredOfTicket
select count(*) as total from (
    select 1 from agent_tasks where ticket_id = :ticketId and offered_at > :since limit :max) as offered;

-- countStartedIn
select count(*) as total from agent_tasks where project_id = :projectId and started_in = :startedIn
    and state in ('queued', 'in_progress') and hold is null;


-- src/agent-tasks/holds/limits-store.ts

-- findLimits
select tasks_per_hour as "tasksPerHour", tasks_per_ticket_per_day as "tasksPerTicketPerDay",
    chain_depth as "chainDepth", collisions
  from agent_task_limits where project_id = :projectId;

-- upsertLimits
insert into agent_task_limits (project_id, tasks_per_hour, tasks_per_ticket_per_day, chain_depth, collisions)
  values (:projectId, :tasksPerHour, :tasksPerTicketPerDay, :chainDepth, :collisions)
  on conflict (project_id) do update set tasks_per_hour = excluded.tasks_per_hour,
    tasks_per_ticket_per_day = excluded.tasks_per_ticket_per_day, chain_depth = excluded.chain_depth,
    collisions = excluded.collisions;

-- countOfferedSince
select count(*) as total from agent_tasks where cap_key = :capKey and offered_at > :since;

-- countHolds
select hold, count(*) as total from (
    select hold from agent_tasks where project_id = :projectId and hold is not null limit :max) held
  group by hold;


-- src/agent-tasks/list-store.ts

-- listTaskRows
select ${taskColumns}, ${taskContextColumns} from agent_tasks a ${taskContextJoins}  where ${[visibility(filter), ...parts].join(' and ')} order by ${byCreation('a.created_at', 'a.id', order)} limit :limit;
select ${taskColumns}, ${taskContextColumns} from agent_tasks a ${taskContextJoins}  where ${[visibility(filter), ...parts].join(' and ')} and ${after} order by ${byCreation('a.created_at', 'a.id', order)} limit :limit;
select ${after} from agent_tasks a ${taskContextJoins} where ${[visibility(filter), ...parts].join(' and ')} order by ${byCreation('a.created_at', 'a.id', order)} limit 1 offset :offset;
select count(*) as total from agent_tasks a ${taskContextJoins} where ${[visibility(filter), ...parts].join(' and ')};

-- listTasksOfProjects
select ${taskColumns}, ${taskContextColumns} from agent_tasks a ${taskContextJoins} where ${[...(isOne ? ['a.project_id = :projectId'] : []), ...parts].join(' and ')} order by ${byCreation('a.created_at', 'a.id', order)} limit :limit;
select ${taskColumns}, ${taskContextColumns} from agent_tasks a ${taskContextJoins} where ${[...(isOne ? ['a.project_id = :projectId'] : []), ...parts].join(' and ')} and ${after} order by ${byCreation('a.created_at', 'a.id', order)} limit :limit;
select ${after} from agent_tasks a where ${[...(isOne ? ['a.project_id = :projectId'] : []), ...parts].join(' and ')} order by ${byCreation('a.created_at', 'a.id', order)} limit 1 offset :offset;
select count(*) as total from agent_tasks a where ${[...(isOne ? ['a.project_id = :projectId'] : []), ...parts].join(' and ')};


-- src/agent-tasks/live-branches/live-branch-store.ts

-- upsertBranch
insert into agent_branches (id, project_id, repository, branch, task_id, head, pushed_at)
  values (:id, :projectId, :repository, :branch, :taskId, :head, :pushedAt)
  on conflict (project_id, repository, branch) do update
  set task_id = excluded.task_id, head = excluded.head, pushed_at = excluded.pushed_at;

-- markCheckDue
insert into agent_merge_checks (project_id, repository, due_at) values (:projectId, :repository, :dueAt)
  on conflict (project_id, repository) do update set due_at = excluded.due_at;

-- markOldChecksDue
update agent_merge_checks set due_at = :dueAt
  where project_id = :projectId and (due_at is null or due_at > :dueAt) and checked_at < :checkedBefore
    and exists (select 1 from agent_branches b where b.project_id = agent_merge_checks.project_id
      and b.repository = agent_merge_checks.repository);

-- markCheckOfTaskDue
update agent_merge_checks set due_at = :dueAt where exists (
    select 1 from agent_branches b where b.task_id = :taskId and b.project_id = agent_merge_checks.project_id
      and b.repository = agent_merge_checks.repository);

-- listBranches
select b.id, b.project_id as "projectId", b.repository, b.branch, b.task_id as "taskId", b.head,
    b.pushed_at as "pushedAt", a.state as "taskState", t.id as "ticketId", t.status as "ticketStatus"
  from agent_branches b
  join agent_tasks a on a.id = b.task_id and a.project_id = b.project_id
  left join tickets t on t.id = a.ticket_id and t.project_id = b.project_id
  where b.project_id = :projectId and b.repository = :repository and (
    a.ticket_id is null and a.state not in ('failed', 'timed_out', 'cancelled')
    or t.deleted_at is null and t.status <> 'cancelled')
  order by b.pushed_at desc, b.id desc limit :limit;

-- moveBranch
update agent_branches set head = :head where id = :id and head = :from;

-- deleteBranch
delete from agent_branches where id = :id and head = :head and pushed_at = :pushedAt;

-- listMerges
select m.branch_id as "branchId", m.other_id as "otherId", m.head, m.other_head as "otherHead",
    m.has_conflicts as "hasConflicts", m.conflicts
  from agent_branches b join agent_branch_merges m on m.branch_id = b.id
  where b.project_id = :projectId and b.repository = :repository order by m.branch_id, m.other_id limit 2000;

-- upsertMerge
insert into agent_branch_merges (branch_id, other_id, head, other_head, has_conflicts, conflicts)
  select b.id, o.id, :head, :otherHead, :hasConflicts, :conflicts
  from agent_branches b join agent_branches o on o.id = :otherId where b.id = :branchId
  on conflict (branch_id, other_id) do update set head = excluded.head, other_head = excluded.other_head,
    has_conflicts = excluded.has_conflicts, conflicts = excluded.conflicts;

-- listConflicts
select b.task_id as "taskId", o.task_id as "otherTaskId", oa.ticket_id as "otherTicketId", o.branch as "otherBranch",
    m.conflicts
  from agent_branches b
  join agent_branch_merges m on m.branch_id = b.id and m.head = b.head and m.has_conflicts = 1
  join agent_branches o on o.id = m.other_id and o.head = m.other_head
  join agent_tasks a on a.id = b.task_id
  join agent_tasks oa on oa.id = o.task_id
  join tickets t on t.id = a.ticket_id and t.project_id = b.project_id and t.deleted_at is null
    and t.status not in ('done', 'cancelled')
  join tickets u on u.id = oa.ticket_id and u.project_id = o.project_id and u.deleted_at is null
    and u.status not in ('done', 'cancelled')
  where b.task_id in :taskIds[] order by b.task_id, o.pushed_at desc, o.id limit :limit;

-- listDueChecks
select project_id as "projectId", repository, due_at as "dueAt", checked_at as "checkedAt", result
  from agent_merge_checks where due_at is not null and due_at <= :now order by due_at, project_id, repository limit :limit;

-- listChecks
select project_id as "projectId", repository, due_at as "dueAt", checked_at as "checkedAt", result
  from agent_merge_checks where project_id = :projectId order by repository limit 100;

-- takeCheck
update agent_merge_checks set due_at = :until
  where project_id = :projectId and repository = :repository and due_at = :dueAt;

-- saveCheck
update agent_merge_checks set checked_at = :checkedAt, result = :result,
    due_at = case when due_at = :until then :dueAt else due_at end
  where project_id = :projectId and repository = :repository;


-- src/agent-tasks/messages/message-store.ts

-- listMessageRows
select m.id, m.task_id as "taskId", m.author_id as "authorId", u.name as "authorName", m.text,
  m.created_at as "createdAt", m.delivered_at as "deliveredAt", m.read_at as "readAt"
  from agent_task_messages m join users u on u.id = m.author_id
  where m.task_id = :taskId
  order by m.created_at asc, m.id asc limit :limit;
select m.id, m.task_id as "taskId", m.author_id as "authorId", u.name as "authorName", m.text,
  m.created_at as "createdAt", m.delivered_at as "deliveredAt", m.read_at as "readAt"
  from agent_task_messages m join users u on u.id = m.author_id
  where (m.created_at, m.id) > (:after0, :after1) and m.task_id = :taskId
  order by m.created_at asc, m.id asc limit :limit;
select m.created_at as after0, m.id as after1
  from agent_task_messages m
  where m.task_id = :taskId
  order by m.created_at asc, m.id asc limit 1 offset :offset;
select m.created_at as after0, m.id as after1
  from agent_task_messages m
  where m.task_id = :taskId
  order by m.created_at desc, m.id desc limit 1 offset :offset;
select count(*) as total from agent_task_messages m where m.task_id = :taskId;

-- listUnreadMessages
select m.id, m.task_id as "taskId", m.author_id as "authorId", u.name as "authorName", m.text,
  m.created_at as "createdAt", m.delivered_at as "deliveredAt", m.read_at as "readAt" from agent_task_messages m join users u on u.id = m.author_id where m.task_id = :taskId and m.read_at is null
  order by m.created_at, m.id limit :limit;

-- findLastMessageAt
select created_at as at from agent_task_messages where task_id = :taskId order by created_at desc limit 1;

-- insertMessage
insert into agent_task_messages (id, task_id, author_id, text, created_at)
  values (:id, :taskId, :authorId, :text, :createdAt);

-- filterMessagesOfTask
select id from agent_task_messages where task_id = :taskId and id in :ids[];

-- markDelivered
update agent_task_messages set delivered_at = :now where id in :ids[] and delivered_at is null;

-- markRead
update agent_task_messages set read_at = :now, delivered_at = coalesce(delivered_at, :now)
  where id in :ids[] and read_at is null;

-- addUnreadMessages
update agent_tasks set unread_messages = unread_messages + :change where id = :taskId;


-- src/agent-tasks/needs-you/need-store.ts

-- listTasksWithQuestion
select a.id from agent_tasks a where a.state = 'waiting_for_user' and (a.project_id in :projectIds[] or (a.project_id is null and (
    exists (select 1 from tickets w where w.id = a.ticket_id and w.home_id in :homeIds[])
    or (a.ticket_id is null and :seesInstance = 1))))
  order by a.updated_at limit :limit;

-- listFailedTasks
select a.id from agent_tasks a left join tickets t on t.id = a.ticket_id
  where a.completed_at > :since and (a.project_id in :projectIds[] or (a.project_id is null and (
    exists (select 1 from tickets w where w.id = a.ticket_id and w.home_id in :homeIds[])
    or (a.ticket_id is null and :seesInstance = 1)))) and a.state in ('failed', 'timed_out')
    and (t.id is null or (t.deleted_at is null and t.status not in ('done', 'cancelled')))
    and not exists (select 1 from agent_tasks n where n.follows_id = a.id)
    and not exists (select 1 from agent_tasks n where n.ticket_id = a.ticket_id and n.created_at > a.created_at)
  order by a.completed_at desc limit :limit;

-- listTasksToReview
select a.id from agent_tasks a join tickets t on t.id = a.ticket_id
  where a.completed_at > :since and (a.project_id in :projectIds[] or (a.project_id is null and (
    exists (select 1 from tickets w where w.id = a.ticket_id and w.home_id in :homeIds[])
    or (a.ticket_id is null and :seesInstance = 1)))) and a.state = 'completed' and t.status = 'in_review'
    and t.deleted_at is null
    and not exists (select 1 from agent_tasks n where n.ticket_id = a.ticket_id and n.created_at > a.created_at)
  order by a.completed_at desc limit :limit;

-- listHeldTasks
select a.id from agent_tasks a
  where a.hold in ('chain', 'budget', 'hour', 'ticket') and a.state = 'queued' and (a.project_id in :projectIds[] or (a.project_id is null and (
    exists (select 1 from tickets w where w.id = a.ticket_id and w.home_id in :homeIds[])
    or (a.ticket_id is null and :seesInstance = 1))))
  order by a.created_at limit :limit;

-- listOpenTicketsOf
select t.id, t.project_id as "projectId", t.updated_at as "updatedAt" from tickets t
  where t.assignee_id = :userId and t.deleted_at is null and t.status not in ('done', 'cancelled')
  order by t.updated_at desc limit :limit;

-- listTasksForActor
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", p.status as "projectStatus", p.visibility, pm.role, wm.role as "workspaceRole",
  w.kind as "workspaceKind", t.reporter_id as "reporterId", t.assignee_id as "assigneeId", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName"
  from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id
  left join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = a.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where a.id in :ids[];

-- listAgentOwners
select a.id as "taskId", u.agent_owner_id as "ownerId" from agent_tasks a
  join users u on u.id in (a.agent_id, a.lease_user_id, a.claimed_by)
  where a.id in :ids[] and u.agent_owner_id is not null;

-- listWaitingAgents
select ticket_id as "ticketId", coalesce(agent_id, claimed_by) as "agentId", kind from agent_tasks
  where ticket_id in :ticketIds[] and state in ('queued', 'in_progress', 'waiting_for_user');

-- countCompleted
select home_id as "homeId", count(*) as completed from tickets
  where home_id in :homeIds[] and completed_at > :since and deleted_at is null and status = 'done'
  group by home_id;

-- listOpenHomes
select id, home_id as "homeId" from tickets where id in :ids[] and deleted_at is null and status not in ('done', 'cancelled');


-- src/agent-tasks/questions/question-store.ts

-- findTicketVersion
select version from tickets where id = :ticketId and deleted_at is null;


-- src/agent-tasks/starting/cause-store.ts

-- findTaskOfAgent
select id, state, cause_depth as "causeDepth" from agent_tasks
  where claimed_by = :agentId and claimed_at <= :at and claimed_at > :since
  order by case when state = 'in_progress' or completed_at >= :at then 0 else 1 end,
    case when ticket_id = :ticketId then 0 else 1 end, claimed_at desc, cause_depth desc limit 1;

-- listCauses
with recursive chain(id, position) as (
    select a.id, 0 from agent_tasks a where a.id = :taskId
    union all
    select a.cause_task_id, c.position + 1 from chain c join agent_tasks a on a.id = c.id
      where a.cause_task_id is not null and c.position < :max)
  select a.id, a.project_id as "projectId", a.cause_event as "causeEvent", a.cause_user_id as "causeUserId",
    cu.name as "causeUserName", a.cause_agent_id as "causeAgentId", ca.name as "causeAgentName",
    a.cause_task_id as "causeTaskId"
  from chain c join agent_tasks a on a.id = c.id
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id
  order by c.position;


-- src/agent-tasks/starting/follow-store.ts

-- agents
select id from users where id in :ids[] and agent_owner_id is not null and active = 1;

-- openIds
select distinct ticket_id as "ticketId" from agent_tasks
  where ticket_id in :ticketIds[] and state in ('queued', 'in_progress', 'waiting_for_user');

-- lockOpenTasksOfTicket
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.ticket_id = :ticketId
    and a.state in ('queued', 'in_progress', 'waiting_for_user') order by a.created_at, a.id for update of a;

-- findLastQuestionAt
select created_at as at from agent_task_activities where task_id = :taskId and type = 'question'
  order by created_at desc limit 1;


-- src/agent-tasks/starting/recheck-store.ts

-- lockWaitingTask
select a.id, a.input from agent_tasks a
  where a.ticket_id = :ticketId and a.kind = :kind and a.state = 'queued' and a.attempt = 0
  order by a.id limit 1 for update of a;

-- updateTaskInput
update agent_tasks set input = :input, updated_at = :updatedAt where id = :id;


-- src/agent-tasks/starting/wake-store.ts

-- listWakeCandidates
select u.id, u.name, m.role, o.id as "openTaskId", o.state as "openState"
  from users u left join project_members m on m.project_id = :projectId and m.user_id = u.id
  left join agent_tasks o on o.id = (
    select a.id from agent_tasks a where a.ticket_id = :ticketId and a.agent_id = u.id
      and a.state in ('queued', 'in_progress', 'waiting_for_user')
    order by case a.state when 'waiting_for_user' then 0 when 'in_progress' then 1 else 2 end, a.created_at, a.id limit 1)
  where u.id in :ids[] and u.agent_owner_id is not null and u.active = 1
  order by u.name, u.id;

-- isWriter
select user_id as id from project_members
  where project_id = :projectId and user_id = :userId and role <> 'viewer';


-- src/agent-tasks/ticket-moves/move-ticket-store.ts

-- setTicketMove
update agent_tasks set ticket_status_before = :ticketStatusBefore, ticket_own_status_before = :ticketOwnStatusBefore,
    ticket_moved_at = :ticketMovedAt where id = :id;

-- hasOtherRunningTask
select id from agent_tasks
  where ticket_id = :ticketId and id <> :taskId and state in ('in_progress', 'waiting_for_user') limit 1;

-- wasMovedSince
select at from ticket_moves where ticket_id = :ticketId and to_status = 'in_progress' and at > :since limit 1;

-- isHeldBy
select id from agent_tasks where id = :id and state = 'in_progress' and lease_epoch = :epoch;


-- src/agent-tasks/ticket-work-store.ts

-- listQuestionsAndAnswers
select v.type, v.content, u.name as "authorName" from agent_tasks a
  join agent_task_activities v on v.task_id = a.id and v.type in ('question', 'answer')
  left join users u on u.id = v.author_id
  where a.ticket_id = :ticketId order by v.created_at, v.id limit 200;

-- listResults
select ticket_id as "ticketId", result from agent_tasks
  where ticket_id in :ticketIds[] and state = 'completed' order by completed_at desc, id desc limit 200;

-- listArtifactsOfTickets
select a.ticket_id as "ticketId", f.type, f.title, f.url from agent_tasks a
  join agent_task_artifacts f on f.task_id = a.id
  where a.ticket_id in :ticketIds[] and a.state = 'completed' order by f.created_at desc, f.id desc limit 200;

-- listFilesOfTickets
select distinct a.ticket_id as "ticketId", f.path from agent_tasks a join agent_task_files f on f.task_id = a.id
  where a.ticket_id in :ticketIds[] and a.state = 'completed' order by f.path, a.ticket_id limit 500;

-- listMakers
select u.id, u.agent_owner_id as "ownerId" from users u
  where (u.id = :assigneeId and u.agent_owner_id is not null) or u.id in (
    select a.claimed_by from agent_tasks a where a.ticket_id = :ticketId and a.claimed_by is not null and (a.branch is not null or a.touched_files > 0 or a.kind not in ('mention', 'review'))
    union select a.agent_id from agent_tasks a
    where a.ticket_id = :ticketId and a.agent_id is not null and a.claimed_at is not null and (a.branch is not null or a.touched_files > 0 or a.kind not in ('mention', 'review')));


-- src/agent-tasks/usage/usage-store.ts

-- listUsageDays
select epoch, day, input_tokens as "inputTokens", output_tokens as "outputTokens", cached_tokens as "cachedTokens", seconds from agent_task_usage where task_id = :taskId order by epoch, day;

-- listCostDays
select epoch, day, amount, currency from agent_task_costs where task_id = :taskId order by epoch, day, currency;

-- saveUsageDay
insert into agent_task_usage (task_id, epoch, day, worker_id, project_id, ticket_id, input_tokens, output_tokens,
    cached_tokens, seconds)
  values (:taskId, :epoch, :day, :workerId, :projectId, :ticketId, :inputTokens, :outputTokens, :cachedTokens, :seconds)
  on conflict (task_id, epoch, day) do update set input_tokens = excluded.input_tokens,
    output_tokens = excluded.output_tokens, cached_tokens = excluded.cached_tokens, seconds = excluded.seconds;

-- saveCostDay
insert into agent_task_costs (task_id, epoch, day, currency, worker_id, project_id, ticket_id, amount)
  values (:taskId, :epoch, :day, :currency, :workerId, :projectId, :ticketId, :amount)
  on conflict (task_id, epoch, day, currency) do update set amount = excluded.amount;

-- updateTaskUsage
update agent_tasks set usage = :usage where id = :id;

-- listWeeklyUsage
select v.day - (v.day + 3) % 7 as monday, v.worker_id as "agentId", u.name as "agentName", count(distinct v.task_id) as tasks,
    cast(sum(input_tokens) as bigint) as "inputTokens", cast(sum(output_tokens) as bigint) as "outputTokens",
  cast(sum(cached_tokens) as bigint) as "cachedTokens", cast(sum(seconds) as bigint) as seconds
  from agent_task_usage v join users u on u.id = v.worker_id
  where v.project_id = :projectId and v.day between :from and :to
  group by v.day - (v.day + 3) % 7, v.worker_id, u.name order by monday, u.name, v.worker_id;

-- listWeeklyCosts
select v.day - (v.day + 3) % 7 as monday, v.worker_id as "agentId", v.currency, cast(sum(v.amount) as bigint) as amount
  from agent_task_costs v where v.project_id = :projectId and v.day between :from and :to
  group by v.day - (v.day + 3) % 7, v.worker_id, v.currency order by monday, v.worker_id, v.currency;

-- listClosedTickets
select t.id, t.number, t.title, t.completed_at as "completedAt"
  from tickets t 
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end and exists (select 1 from agent_task_usage v where v.ticket_id = t.id)
  order by t.completed_at desc, t.id desc limit :limit;
select t.id, t.number, t.title, t.completed_at as "completedAt"
  from tickets t 
  where (t.completed_at, t.id) < (:after0, :after1) and t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end and exists (select 1 from agent_task_usage v where v.ticket_id = t.id)
  order by t.completed_at desc, t.id desc limit :limit;
select t.completed_at as after0, t.id as after1
  from tickets t
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end and exists (select 1 from agent_task_usage v where v.ticket_id = t.id)
  order by t.completed_at desc, t.id desc limit 1 offset :offset;
select t.completed_at as after0, t.id as after1
  from tickets t
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end and exists (select 1 from agent_task_usage v where v.ticket_id = t.id)
  order by t.completed_at asc, t.id asc limit 1 offset :offset;
select count(*) as total from tickets t where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end and exists (select 1 from agent_task_usage v where v.ticket_id = t.id);

-- listUsageOfTickets
select ticket_id as "ticketId", count(distinct task_id) as tasks, cast(sum(input_tokens) as bigint) as "inputTokens", cast(sum(output_tokens) as bigint) as "outputTokens",
  cast(sum(cached_tokens) as bigint) as "cachedTokens", cast(sum(seconds) as bigint) as seconds from agent_task_usage
  where ticket_id in :ticketIds[] group by ticket_id;

-- listTicketCosts
select ticket_id as "ticketId", currency, cast(sum(amount) as bigint) as amount from agent_task_costs
  where ticket_id in :ticketIds[] group by ticket_id, currency order by ticket_id, currency;

-- listCostsOfClosedTickets
select v.currency, cast(sum(v.amount) as bigint) as amount, count(distinct v.ticket_id) as tickets
  from tickets t join agent_task_costs v on v.ticket_id = t.id where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end
  group by v.currency order by v.currency;


-- src/agent-tasks/working/claim-store.ts

-- findQueueHead
with queues as (
      select m.project_id as id from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and m.role <> 'viewer' and p.status <> 'deleted'
        ${projectIds ? 'and p.id in :projectIds[]' : ''}
      union all select :userId
      ${filter.canManageInstance && !projectIds ? `union all select 'instance'` : ''}),
    ranks as (select 4 as rank union all select 3 union all select 2 union all select 1 union all select 0),
    heads as (
      select q.id as "queueId", r.rank, ${kindRows ? 'k.kind' : 'null'} as kind,
        (select a.run_after from agent_tasks a
          where a.queue_id = q.id ${kindRows ? 'and a.kind = k.kind' : ''} and a.priority_rank = r.rank and ${isWaiting}
            and ${isReachable}${inProjects(filter)}${whereOwnerWorks(filter)} and ${budgetHasRoom(':userId', ':now')}
          order by a.run_after, a.id limit 1) as since
      from queues q cross join ranks r ${kindRows ? `cross join (${kindRows}) k` : ''})
    select "queueId", rank, kind from heads where since is not null order by rank desc, since, "queueId" limit 1;

-- listClaimants
select m.user_id as id from project_members m join projects p on p.id = m.project_id
  where m.user_id in :userIds[] and m.role <> 'viewer' and p.status <> 'deleted' and exists (select 1 from agent_tasks a where a.queue_id = m.project_id and a.state = 'queued' and a.held_reason is null and a.run_after <= :now)
  union
  select u.id from users u where u.id in :userIds[] and exists (select 1 from agent_tasks a where a.queue_id = u.id and a.state = 'queued' and a.held_reason is null and a.run_after <= :now)
  union
  select 'instance' where exists (select 1 from agent_tasks a where a.queue_id = 'instance' and a.state = 'queued' and a.held_reason is null and a.run_after <= :now);

-- leaseNextTask
update agent_tasks set state = 'in_progress', attempt = attempt + 1, lease_epoch = lease_epoch + 1,
      lease_worker = :workerId, lease_user_id = :leaseUserId, lease_seconds = :seconds, lease_expires_at = :expiresAt,
      claimed_at = :now, claimed_by = :leaseUserId, updated_at = :now
    where id = (
      select a.id from agent_tasks a
      where a.queue_id = :queueId ${head.kind === null ? '' : 'and a.kind = :kind'} and a.priority_rank = :rank
        and ${isWaiting} and ${isReachable}${inProjects(filter)}${whereOwnerWorks(filter)}
        and ${budgetHasRoom(':leaseUserId', ':now')}
      order by a.run_after, a.id limit 1 for update of a skip locked)
    returning id;

-- hasExpiredLease
select id from agent_tasks where lease_expires_at <= :now order by lease_expires_at limit 1;

-- lockExpiredTasks
select id from agent_tasks where lease_expires_at <= :now order by lease_expires_at, id limit :limit
  for update skip locked;

-- lockUnfinishedTasksOfAgent
select a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt", coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName" from agent_tasks a left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id where a.agent_id = :agentId and a.project_id = :projectId
    and a.state in ('queued', 'in_progress', 'waiting_for_user') order by a.id for update of a;

-- waiting
with recursive queues(id) as (
    select min(queue_id) from agent_tasks where state = 'queued' and held_reason is null
    union all
    select (select min(a.queue_id) from agent_tasks a
      where a.state = 'queued' and a.held_reason is null and a.queue_id > q.id)
    from queues q where q.id is not null),
  ranks as (select 4 as rank union all select 3 union all select 2 union all select 1 union all select 0)
  select
    (select count(*) from (
      select 1 as one from agent_tasks where state = 'queued' and held_reason is null and run_after <= :now
      limit :max) due) as waiting,
    (select min(since) from (
      select (select a.run_after from agent_tasks a
        where a.queue_id = q.id and a.priority_rank = r.rank and a.state = 'queued' and a.held_reason is null
          and a.run_after <= :now
        order by a.run_after, a.id limit 1) as since
      from queues q cross join ranks r where q.id is not null) heads) as oldest;

-- countHeldTasks
select count(*) as waiting from (
    select 1 as one from agent_tasks where held_reason is not null limit :max) held;


-- src/agents/agent-store.ts

-- ownedOrAll
select a.id, a.name, a.email, a.image, a.active, o.id as "ownerId", o.name as "ownerName",
  o.email as "ownerEmail", o.image as "ownerImage", a.created_at as "createdAt", a.updated_at as "updatedAt"
  from users a join users o on o.id = a.agent_owner_id
  where a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1)
  order by a.created_at desc, a.id desc limit :limit;
select a.id, a.name, a.email, a.image, a.active, o.id as "ownerId", o.name as "ownerName",
  o.email as "ownerEmail", o.image as "ownerImage", a.created_at as "createdAt", a.updated_at as "updatedAt"
  from users a join users o on o.id = a.agent_owner_id
  where (a.created_at, a.id) < (:after0, :after1) and a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1)
  order by a.created_at desc, a.id desc limit :limit;
select a.created_at as after0, a.id as after1
  from users a
  where a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1)
  order by a.created_at desc, a.id desc limit 1 offset :offset;
select a.created_at as after0, a.id as after1
  from users a
  where a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1)
  order by a.created_at asc, a.id asc limit 1 offset :offset;
select count(*) as total from users a where a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1);

-- findAgentSql
select a.id, a.name, a.email, a.image, a.active, o.id as "ownerId", o.name as "ownerName",
  o.email as "ownerEmail", o.image as "ownerImage", a.created_at as "createdAt", a.updated_at as "updatedAt" from users a join users o on o.id = a.agent_owner_id where a.id = :id;

-- lockAgentSql
select a.id, a.name, a.email, a.image, a.active, o.id as "ownerId", o.name as "ownerName",
  o.email as "ownerEmail", o.image as "ownerImage", a.created_at as "createdAt", a.updated_at as "updatedAt" from users a join users o on o.id = a.agent_owner_id where a.id = :id for update of a;


-- src/attachments/attachment-store.ts

-- listAttachmentRows
select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage"
  from attachments a join users u on u.id = a.uploader_id
  where a.ticket_id = :ticketId
  order by a.created_at asc, a.id asc limit :limit;
select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage"
  from attachments a join users u on u.id = a.uploader_id
  where (a.created_at, a.id) > (:after0, :after1) and a.ticket_id = :ticketId
  order by a.created_at asc, a.id asc limit :limit;
select a.created_at as after0, a.id as after1
  from attachments a
  where a.ticket_id = :ticketId
  order by a.created_at asc, a.id asc limit 1 offset :offset;
select a.created_at as after0, a.id as after1
  from attachments a
  where a.ticket_id = :ticketId
  order by a.created_at desc, a.id desc limit 1 offset :offset;
select count(*) as total from attachments a where a.ticket_id = :ticketId;

-- listAttachmentsById
select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage" from attachments a join users u on u.id = a.uploader_id where a.id in :ids[] order by a.created_at, a.id;

-- listAttachmentsByHash
select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage" from attachments a join users u on u.id = a.uploader_id where a.ticket_id = :ticketId and a.sha256 in :hashes[] order by a.created_at desc, a.id desc;

-- findAttachment
select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage" from attachments a join users u on u.id = a.uploader_id where a.id = :id;

-- insertAttachment
insert into attachments (id, ticket_id, uploader_id, file_key, name, content_type, size, sha256, created_at)
  values (:id, :ticketId, :uploaderId, :fileKey, :name, :contentType, :size, :sha256, :createdAt);

-- deleteAttachmentRow
delete from attachments where id = :id;

-- listPresentAttachments
select id, size from attachments where id in :ids[];


-- src/attachments/avatar-store.ts

-- findAvatar
select id, user_id as "userId", file_key as "fileKey", content_type as "contentType", size, sha256,
  created_at as "createdAt" from avatars where id = :id;

-- lockAvatarOfUser
select id, user_id as "userId", file_key as "fileKey", content_type as "contentType", size, sha256,
  created_at as "createdAt" from avatars where user_id = :userId for update;

-- insertAvatar
insert into avatars (id, user_id, file_key, content_type, size, sha256, created_at)
  values (:id, :userId, :fileKey, :contentType, :size, :sha256, :createdAt);

-- deleteAvatarRow
delete from avatars where id = :id;


-- src/attachments/file-key-store.ts

-- referenced
select file_key as key from attachments where file_key in :keys[]
  union all
  select file_key as key from avatars where file_key in :keys[];

-- hasAnyFile
select file_key as key from attachments union all select file_key as key from avatars limit 1;

-- listNewestFiles
select file_key as key from attachments union all select file_key as key from avatars
  order by key desc limit :limit;

-- after
select file_key as key, size as bytes, sha256 from attachments where file_key > :after
  union all
  select file_key as key, size as bytes, sha256 from avatars where file_key > :after
  order by key limit :limit;

-- totals
select count(*) as files, coalesce(sum(bytes), 0) as bytes from (
    select size as bytes from attachments union all select size as bytes from avatars) as stored;

-- selectWorkspaceOfHome
select coalesce((select workspace_id from projects where id = :homeId), id) as "workspaceId"
  from ticket_homes where id = :homeId;

-- sumStorage
select coalesce(sum(bytes), 0) as bytes from home_storage
  where home_id = :workspaceId or home_id in (select id from projects where workspace_id = :workspaceId);


-- src/audit/audit-store.ts

-- insertAuditEntry
insert into audit_entries (id, created_at, action, actor_id, credential_kind, credential_id, address, request_id,
    subject_kind, subject_id, subject_name, details)
  values (:id, :createdAt, :action, :actorId, :credentialKind, :credentialId, :address, :requestId,
    :subjectKind, :subjectId, :subjectName, :details);

-- hasRecentEntry
select id from audit_entries where actor_id = :actorId and created_at > :since and action = :action
    and subject_id = :subjectId and credential_id = :credentialId limit 1;

-- listAuditEntries
select e.id, e.created_at as "createdAt", e.action, e.actor_id as "actorId", e.credential_kind as "credentialKind",
      e.credential_id as "credentialId", e.address, e.request_id as "requestId", e.subject_kind as "subjectKind",
      e.subject_id as "subjectId", e.subject_name as "subjectName", e.details, u.name as "actorName", u.email as "actorEmail" from audit_entries e left join users u on u.id = e.actor_id where ${['1 = 1', ...used.map(([name]) => conditions[name as keyof AuditFilter])].join(' and ')} order by ${byCreation('e.created_at', 'e.id', 'desc')} limit :limit;
select e.id, e.created_at as "createdAt", e.action, e.actor_id as "actorId", e.credential_kind as "credentialKind",
      e.credential_id as "credentialId", e.address, e.request_id as "requestId", e.subject_kind as "subjectKind",
      e.subject_id as "subjectId", e.subject_name as "subjectName", e.details, u.name as "actorName", u.email as "actorEmail" from audit_entries e left join users u on u.id = e.actor_id where ${['1 = 1', ...used.map(([name]) => conditions[name as keyof AuditFilter])].join(' and ')} and ${after} order by ${byCreation('e.created_at', 'e.id', 'desc')} limit :limit;
select ${after} from audit_entries e where ${['1 = 1', ...used.map(([name]) => conditions[name as keyof AuditFilter])].join(' and ')} order by ${byCreation('e.created_at', 'e.id', 'desc')} limit 1 offset :offset;
select count(*) as total from audit_entries e where ${['1 = 1', ...used.map(([name]) => conditions[name as keyof AuditFilter])].join(' and ')};

-- listSelfMadeAdmins
select u.name, u.email, u.role, u.active, e.created_at as "createdAt", e.address
  from audit_entries e join users u on u.id = e.subject_id
  where e.action = 'user.created' and e.actor_id = e.subject_id and e.details like '%"role":"ADMIN"%'
    and not exists (select 1 from instance_facts f where f.name = 'first_account' and f.value = e.subject_id)
  order by e.created_at, e.id;


-- src/auth/accounts/account-list-store.ts

-- findAccount
select u.id, u.name, u.name_folded as "nameFolded", u.email, u.image, u.role, u.active, u.email_verified as "emailVerified", u.email_proven as "emailProven", u.created_at as "createdAt",
  u.updated_at as "updatedAt",
  (select count(*) from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  (select max(s.refreshed_at) from sessions s where s.user_id = u.id) as "sessionAt",
  (select max(k.last_used_at) from api_keys k where k.user_id = u.id) as "keyUsedAt",
  (select e.occurred_at from events e where e.actor_id = u.id order by e.seq desc limit 1) as "actedAt" from users u where u.id = :id and u.agent_owner_id is null;

-- hasOtherAdmin
select id from users where role = 'ADMIN' and active = 1 and agent_owner_id is null and id <> :id limit 1;

-- listAccountRows
select u.id, u.name, u.name_folded as "nameFolded", u.email, u.image, u.role, u.active, u.email_verified as "emailVerified", u.email_proven as "emailProven", u.created_at as "createdAt",
  u.updated_at as "updatedAt",
  (select count(*) from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  (select max(s.refreshed_at) from sessions s where s.user_id = u.id) as "sessionAt",
  (select max(k.last_used_at) from api_keys k where k.user_id = u.id) as "keyUsedAt",
  (select e.occurred_at from events e where e.actor_id = u.id order by e.seq desc limit 1) as "actedAt" from users u  where ${[
      'u.agent_owner_id is null',
      ...(role === undefined ? [] : ['u.role = :role']),
      ...(active === undefined ? [] : ['u.active = :active']),
      ...words.map(
        (_, index) =>
          `(u.name_folded like :word${index} escape '!' or u.email_folded like :word${index} escape '!')`,
      ),
    ].join(' and ')} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit :limit;
select u.id, u.name, u.name_folded as "nameFolded", u.email, u.image, u.role, u.active, u.email_verified as "emailVerified", u.email_proven as "emailProven", u.created_at as "createdAt",
  u.updated_at as "updatedAt",
  (select count(*) from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  (select max(s.refreshed_at) from sessions s where s.user_id = u.id) as "sessionAt",
  (select max(k.last_used_at) from api_keys k where k.user_id = u.id) as "keyUsedAt",
  (select e.occurred_at from events e where e.actor_id = u.id order by e.seq desc limit 1) as "actedAt" from users u  where ${[
      'u.agent_owner_id is null',
      ...(role === undefined ? [] : ['u.role = :role']),
      ...(active === undefined ? [] : ['u.active = :active']),
      ...words.map(
        (_, index) =>
          `(u.name_folded like :word${index} escape '!' or u.email_folded like :word${index} escape '!')`,
      ),
    ].join(' and ')} and ${after} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit :limit;
select ${after} from users u where ${[
      'u.agent_owner_id is null',
      ...(role === undefined ? [] : ['u.role = :role']),
      ...(active === undefined ? [] : ['u.active = :active']),
      ...words.map(
        (_, index) =>
          `(u.name_folded like :word${index} escape '!' or u.email_folded like :word${index} escape '!')`,
      ),
    ].join(' and ')} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit 1 offset :offset;
select count(*) as total from users u where ${[
      'u.agent_owner_id is null',
      ...(role === undefined ? [] : ['u.role = :role']),
      ...(active === undefined ? [] : ['u.active = :active']),
      ...words.map(
        (_, index) =>
          `(u.name_folded like :word${index} escape '!' or u.email_folded like :word${index} escape '!')`,
      ),
    ].join(' and ')};


-- src/auth/api-key-store.ts

-- insertApiKey
insert into api_keys (id, user_id, name, key_hash, start, scopes, project_ids, created_at, expires_at)
  values (:id, :userId, :name, :keyHash, :start, :scopes, :projectIds, :createdAt, :expiresAt);

-- findApiKeyByHash
select k.id, k.scopes, k.project_ids as "projectIds", k.last_used_at as "lastUsedAt", u.id as "userId", u.name, u.email, u.role, o.id as "ownerId", o.role as "ownerRole",
    case when o.id is not null then (select string_agg(m.id || ' ' || m.role, ',') from (
      select project_id as id, role from project_members where user_id = o.id
      union all select workspace_id, role from workspace_members where user_id = o.id) m) end as "rolesOfOwner"
  from api_keys k join users u on u.id = k.user_id left join users o on o.id = u.agent_owner_id
  where k.key_hash = :keyHash and (k.expires_at is null or k.expires_at > :now) and u.active = 1 and (u.agent_owner_id is null or o.active = 1);

-- listUserApiKeys
select id, name, start, scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from api_keys 
  where user_id = :userId
  order by created_at desc, id desc limit :limit;
select id, name, start, scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from api_keys 
  where (created_at, id) < (:after0, :after1) and user_id = :userId
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from api_keys
  where user_id = :userId
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from api_keys
  where user_id = :userId
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from api_keys where user_id = :userId;

-- touchApiKey
update api_keys set last_used_at = :now where id = :id;

-- deleteApiKeyRow
delete from api_keys where id = :id and user_id = :userId returning name;

-- countValidApiKeys
select count(*) as total from api_keys k join users u on u.id = k.user_id
  where (u.id = :ownerId or u.agent_owner_id = :ownerId) and (k.expires_at is null or k.expires_at > :now);

-- listKeysOfPersonAndAgents
select k.id, k.name, k.created_at as "createdAt", u.id as "userId", u.name as "accountName"
  from api_keys k join users u on u.id = k.user_id
  where u.id = :ownerId or u.agent_owner_id = :ownerId
  order by k.created_at, k.id limit 100;

-- deleteUserApiKeys
delete from api_keys where user_id = :userId;


-- src/auth/connections/connection-store.ts

-- insertCode
insert into connection_codes (code_hash, connection_id, user_id, client_id, client_name, client_host, redirect_uri,
    code_challenge, scopes, project_ids, expires_at)
  values (:codeHash, :connectionId, :userId, :clientId, :clientName, :clientHost, :redirectUri, :codeChallenge, :scopes,
    :projectIds, :expiresAt);

-- findCode
select connection_id as "connectionId", user_id as "userId", client_id as "clientId", client_name as "clientName",
    client_host as "clientHost", redirect_uri as "redirectUri", code_challenge as "codeChallenge", scopes,
    project_ids as "projectIds", expires_at as "expiresAt", used_at as "usedAt"
  from connection_codes where code_hash = :codeHash;

-- markCodeUsed
update connection_codes set used_at = :now where code_hash = :codeHash and used_at is null;

-- deleteUserCodes
delete from connection_codes where user_id = :userId;

-- sweepCodes
delete from connection_codes where expires_at <= :before;

-- insertConnection
insert into connections (id, user_id, client_id, client_name, client_host, scopes, project_ids, family_hash,
    refresh_hash, created_at, expires_at)
  values (:id, :userId, :clientId, :clientName, :clientHost, :scopes, :projectIds, :familyHash, :refreshHash,
    :createdAt, :expiresAt);

-- findConnectionByFamily
select id, user_id as "userId", client_id as "clientId", client_name as "clientName", scopes, expires_at as "expiresAt"
  from connections where family_hash = :familyHash;

-- rotateRefreshToken
update connections set refresh_hash = :refreshHash, expires_at = :expiresAt
  where id = :id and refresh_hash = :givenHash;

-- listUserConnections
select id, client_id as "clientId", client_name as "clientName", client_host as "clientHost", scopes,
    project_ids as "projectIds", created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
  from connections 
  where user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit :limit;
select id, client_id as "clientId", client_name as "clientName", client_host as "clientHost", scopes,
    project_ids as "projectIds", created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
  from connections 
  where (created_at, id) < (:after0, :after1) and user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from connections
  where user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from connections
  where user_id = :userId and expires_at > :now
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from connections where user_id = :userId and expires_at > :now;

-- countConnections
select (select count(*) from connections where user_id = :userId and expires_at > :now)
    + (select count(*) from connection_codes where user_id = :userId and used_at is null and expires_at > :now) as total;

-- deleteConnection
delete from connections where id = :id returning user_id as "userId", client_name as "clientName";

-- deleteUserConnection
delete from connections where id = :id and user_id = :userId returning client_name as "clientName";

-- deleteUserConnections
delete from connections where user_id = :userId;

-- touchConnection
update connections set last_used_at = :now where id = :id;

-- sweepExpiredConnections
delete from connections where expires_at <= :now;

-- insertAccessToken
insert into connection_tokens (token_hash, connection_id, scopes, expires_at)
  values (:tokenHash, :connectionId, :scopes, :expiresAt);

-- findAccessToken
select c.id, t.scopes, c.project_ids as "projectIds", c.last_used_at as "lastUsedAt", u.id as "userId", u.name, u.email, u.role, o.id as "ownerId", o.role as "ownerRole",
    case when o.id is not null then (select string_agg(m.id || ' ' || m.role, ',') from (
      select project_id as id, role from project_members where user_id = o.id
      union all select workspace_id, role from workspace_members where user_id = o.id) m) end as "rolesOfOwner"
  from connection_tokens t join connections c on c.id = t.connection_id join users u on u.id = c.user_id
    left join users o on o.id = u.agent_owner_id
  where t.token_hash = :tokenHash and t.expires_at > :now and u.active = 1 and (u.agent_owner_id is null or o.active = 1);

-- findClientOfAccessToken
select c.client_id as "clientId" from connection_tokens t join connections c on c.id = t.connection_id
  where t.token_hash = :tokenHash;

-- deleteAccessToken
delete from connection_tokens where token_hash = :tokenHash;

-- sweepAccessTokens
delete from connection_tokens where expires_at <= :now;


-- src/auth/credential-store.ts

-- findCredential
select c.user_id as "userId", u.name, c.password_hash as "passwordHash", u.active
  from users u join credentials c on c.user_id = u.id where u.email_folded = :email;

-- saveCredential
insert into credentials (user_id, password_hash, updated_at) values (:userId, :passwordHash, :now)
  on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = excluded.updated_at;


-- src/auth/link-store.ts

-- newLinkStore
insert into email_links (token_hash, user_id, created_at, expires_at)
    values (:tokenHash, :userId, :now, :expiresAt);
insert into password_links (token_hash, user_id, created_at, expires_at)
    values (:tokenHash, :userId, :now, :expiresAt);

-- newLinkStore
select u.id, u.name, u.email, u.role, u.email_proven as "emailProven", l.created_at as "linkCreatedAt",
      l.expires_at as "linkExpiresAt"
    from email_links l join users u on u.id = l.user_id
    where l.token_hash = :tokenHash and l.expires_at > :now and u.active = 1 and u.agent_owner_id is null;
select u.id, u.name, u.email, u.role, u.email_proven as "emailProven", l.created_at as "linkCreatedAt",
      l.expires_at as "linkExpiresAt"
    from password_links l join users u on u.id = l.user_id
    where l.token_hash = :tokenHash and l.expires_at > :now and u.active = 1 and u.agent_owner_id is null;

-- newLinkStore
delete from email_links where token_hash = :tokenHash;
delete from password_links where token_hash = :tokenHash;

-- newLinkStore
delete from email_links where user_id = :userId;
delete from password_links where user_id = :userId;

-- newLinkStore
delete from email_links where expires_at <= :now;
delete from password_links where expires_at <= :now;

-- findUnverifiedUser
select id, name, email from users where id = :id and active = 1 and email_verified = 0;

-- findPersonByEmail
select id, name, email, role, email_proven as "emailProven" from users where email_folded = :email and active = 1 and agent_owner_id is null;


-- src/auth/oidc/identity-store.ts

-- insertIdentity
insert into identities (id, user_id, provider, issuer, subject, email, created_at, used_at)
  values (:id, :userId, :provider, :issuer, :subject, :email, :createdAt, :usedAt);

-- findIdentity
select id, user_id as "userId", provider, issuer, subject, email, created_at as "createdAt", used_at as "usedAt" from identities where issuer = :issuer and subject = :subject;

-- listUserIdentities
select id, user_id as "userId", provider, issuer, subject, email, created_at as "createdAt", used_at as "usedAt" from identities where user_id = :userId order by created_at, id limit 100;

-- touchIdentity
update identities set used_at = :now where id = :id;

-- deleteIdentity
delete from identities where id = :id and user_id = :userId returning provider;

-- deleteUserIdentities
delete from identities where user_id = :userId;


-- src/auth/passkeys/passkey-store.ts

-- insertPasskey
insert into passkeys (id, user_id, credential_id, public_key, rp_id, counter, transports, synced, name, created_at, used_at)
  values (:id, :userId, :credentialId, :publicKey, :rpId, :counter, :transports, :synced, :name, :createdAt, :usedAt)
  on conflict (credential_id) do nothing;

-- listUserPasskeys
select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId",
  counter, transports, synced, name, created_at as "createdAt", used_at as "usedAt" from passkeys where user_id = :userId order by created_at, id limit 100;

-- findPasskey
select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId",
  counter, transports, synced, name, created_at as "createdAt", used_at as "usedAt" from passkeys where credential_id = :credentialId;

-- usePasskey
update passkeys set counter = :counter, synced = :synced, used_at = :now
  where id = :id and (counter < :counter or (counter = 0 and :counter = 0));

-- updatePasskeyName
update passkeys set name = :name where id = :id and user_id = :userId returning id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId",
  counter, transports, synced, name, created_at as "createdAt", used_at as "usedAt";

-- deletePasskey
delete from passkeys where id = :id and user_id = :userId returning id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId",
  counter, transports, synced, name, created_at as "createdAt", used_at as "usedAt";

-- deleteUserPasskeys
delete from passkeys where user_id = :userId;


-- src/auth/second-factor/second-factor-store.ts

-- removeCodes
delete from recovery_codes where user_id = :userId;

-- findSecondFactor
select secret_sealed as "secretSealed", last_step as "lastStep", created_at as "createdAt", confirmed_at as "confirmedAt"
  from second_factors where user_id = :userId;

-- putPendingSecondFactor
insert into second_factors (user_id, secret_sealed, created_at) values (:userId, :secretSealed, :now)
  on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
  where second_factors.confirmed_at is null;

-- confirmSecondFactor
update second_factors set confirmed_at = :now, last_step = :step
  where user_id = :userId and confirmed_at is null;

-- useTotpStep
update second_factors set last_step = :step
  where user_id = :userId and confirmed_at is not null and last_step < :step;

-- useRecoveryCode
delete from recovery_codes where user_id = :userId and code_hash = :codeHash;

-- countRecoveryCodes
select count(*) as total from recovery_codes where user_id = :userId;

-- insertCode
insert into recovery_codes (user_id, code_hash, created_at) values (:userId, :codeHash, :now);

-- remove
delete from second_factors where user_id = :userId;


-- src/auth/session-store.ts

-- insertSession
insert into sessions (id, user_id, token_hash, address, user_agent, created_at, refreshed_at, expires_at)
  values (:id, :userId, :tokenHash, :address, :userAgent, :createdAt, :refreshedAt, :expiresAt);

-- findSessionByToken
select s.id, s.user_id as "userId", s.refreshed_at as "refreshedAt", s.expires_at as "expiresAt",
    u.name, u.email, u.role
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = :tokenHash and s.expires_at > :now and u.active = 1;

-- listUserSessions
select id, address, user_agent as "userAgent", created_at as "createdAt", refreshed_at as "refreshedAt",
    expires_at as "expiresAt"
  from sessions 
  where user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit :limit;
select id, address, user_agent as "userAgent", created_at as "createdAt", refreshed_at as "refreshedAt",
    expires_at as "expiresAt"
  from sessions 
  where (created_at, id) < (:after0, :after1) and user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from sessions
  where user_id = :userId and expires_at > :now
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from sessions
  where user_id = :userId and expires_at > :now
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from sessions where user_id = :userId and expires_at > :now;

-- extendSession
update sessions set refreshed_at = :now,
    expires_at = case when created_at + :lifeMaxMs < :expiresAt then created_at + :lifeMaxMs else :expiresAt end
  where id = :id;

-- replaceSessionToken
update sessions set token_hash = :tokenHash where id = :id;

-- findSessionStart
select created_at as "createdAt" from sessions where id = :id;

-- deleteSession
delete from sessions where id = :id and user_id = :userId;

-- deleteUserSessions
delete from sessions where user_id = :userId;

-- deleteOtherUserSessions
delete from sessions where user_id = :userId and id <> :id;

-- sweepSessions
delete from sessions where expires_at <= :now;

-- findAppearance
select coalesce(p.theme, 'system') as theme, coalesce(p.language, 'en') as language
  from sessions s join users u on u.id = s.user_id left join preferences p on p.user_id = u.id
  where s.token_hash = :tokenHash and s.expires_at > :now and u.active = 1;

-- listValidCredentials
select s.id from sessions s join users u on u.id = s.user_id
  where s.id in :ids[] and s.expires_at > :now and u.active = 1
  union all
  select k.id from api_keys k join users u on u.id = k.user_id left join users o on o.id = u.agent_owner_id
  where k.id in :ids[] and (k.expires_at is null or k.expires_at > :now) and u.active = 1 and (u.agent_owner_id is null or o.active = 1)
  union all
  select c.id from connections c join users u on u.id = c.user_id left join users o on o.id = u.agent_owner_id
  where c.id in :ids[] and c.expires_at > :now and u.active = 1 and (u.agent_owner_id is null or o.active = 1);


-- src/auth/sign-in-address-store.ts

-- remember
insert into sign_in_addresses (user_id, address_hash, used_at) values (:userId, :addressHash, :now)
  on conflict (user_id, address_hash) do update set used_at = excluded.used_at;

-- ofAccount
select 1 as used from sign_in_addresses a join users u on u.id = a.user_id
  where u.email_folded = :email and a.address_hash = :addressHash;

-- sweepSignInAddresses
delete from sign_in_addresses where used_at < :before;


-- src/auth/sign-in-failure-store.ts

-- listSignInFailures
select subject, failures, last_failure_at as "lastFailureAt" from sign_in_failures
  where subject in :subjects[] and last_failure_at > :since;

-- countSignInFailure
insert into sign_in_failures (subject, failures, last_failure_at) values (:subject, 1, :now)
  on conflict (subject) do update set
    failures = case when sign_in_failures.last_failure_at > :since then sign_in_failures.failures + 1 else 1 end,
    last_failure_at = :now;

-- uncountSignInFailure
update sign_in_failures set failures = failures - 1 where subject = :subject and failures > 0;

-- deleteSignInFailures
delete from sign_in_failures where subject = :subject;

-- deleteSignInFailuresBefore
delete from sign_in_failures where last_failure_at <= :since;


-- src/auth/sign-in-step-store.ts

-- insertSignInStep
insert into sign_in_steps (token_hash, purpose, user_id, data, created_at, expires_at)
  values (:tokenHash, :purpose, :userId, :data, :now, :expiresAt);

-- findSignInStepByToken
select user_id as "userId", data from sign_in_steps
  where token_hash = :tokenHash and purpose = :purpose and expires_at > :now;

-- replaceSignInStepData
update sign_in_steps set data = :changed where token_hash = :tokenHash and data = :data;

-- deleteSignInStep
delete from sign_in_steps where token_hash = :tokenHash;

-- deleteUserSignInSteps
delete from sign_in_steps where user_id = :userId;

-- sweepSignInSteps
delete from sign_in_steps where expires_at <= :now;


-- src/backup/backup-run-store.ts

-- insertRun
insert into backup_runs (id, kind, state, started_at, lease_until)
  values (:id, :kind, 'running', :startedAt, :leaseUntil);

-- extendLease
update backup_runs set lease_until = :leaseUntil where id = :id and state = 'running';

-- finishRun
update backup_runs set state = 'done', finished_at = :finishedAt, location = :location, bytes = :bytes where id = :id;

-- failRun
update backup_runs set state = 'failed', finished_at = :finishedAt, problem = :problem where id = :id;

-- findRunning
select id from backup_runs where state = 'running' and lease_until > :now limit 1;

-- findNewestScheduled
select state, started_at as "startedAt" from backup_runs where kind = 'scheduled'
  order by started_at desc, id desc limit 1;

-- findNewestDone
select started_at as "startedAt", finished_at as "finishedAt", location, bytes, verified_at as "verifiedAt"
  from backup_runs
  where state = 'done' order by started_at desc, id desc limit 1;

-- markVerified
update backup_runs set verified_at = :now where state = 'done' and location in :locations[];

-- findNewestFailed
select started_at as "startedAt", problem from backup_runs where state = 'failed'
  order by started_at desc, id desc limit 1;

-- pruneRuns
delete from backup_runs where state <> 'running' and id not in (
    select id from backup_runs order by started_at desc, id desc limit :kept)
  and id not in (select id from backup_runs where state = 'done' order by started_at desc, id desc limit 1);


-- src/collaboration/live-message-store.ts

-- insertMessage
insert into live_messages (id, type, ticket_id, project_id, workspace_id, data, created_at)
  values (:id, :type, :ticketId, :projectId, :workspaceId, :data, :createdAt);

-- listMessagesAfter
select xid, seq, id, type, created_at as "occurredAt", ticket_id as "ticketId", project_id as "projectId",
    workspace_id as "workspaceId", data
  from settled_live_messages where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit;

-- findNewestSql
select xid, seq from settled_live_messages order by xid desc, seq desc limit 1;

-- hasMessagesAfter
select seq from live_messages where seq > :seq limit 1;

-- listPresentUsers
select ticket_id as "subjectId", user_id as "userId" from presences where ticket_id in :ids[]
  union select project_id, user_id from presences where project_id in :ids[];

-- deleteOldMessages
delete from live_messages where created_at < :before;


-- src/collaboration/presence-store.ts

-- findPresence
select user_id as "userId", tab, ticket_id as "ticketId", project_id as "projectId", writing,
    is_shown as "isShown", seen_at as "seenAt", expires_at as "expiresAt"
  from presences where user_id = :userId and tab = :tab;

-- savePresence
insert into presences (user_id, tab, ticket_id, project_id, writing, is_shown, seen_at, expires_at)
  values (:userId, :tab, :ticketId, :projectId, :writing, :isShown, :seenAt, :expiresAt)
  on conflict (user_id, tab) do update set ticket_id = excluded.ticket_id, project_id = excluded.project_id,
    writing = excluded.writing, is_shown = excluded.is_shown, seen_at = excluded.seen_at,
    expires_at = excluded.expires_at;

-- deletePresence
delete from presences where user_id = :userId and tab = :tab;

-- deleteExpiredOf
delete from presences where user_id = :userId and expires_at <= :now;

-- countTabs
select count(*) as total from presences where user_id = :userId;

-- listOthersAtTicket
select p.user_id as "id", u.name, u.image, p.tab, p.writing
  from presences p join users u on u.id = p.user_id
  where p.user_id <> :userId and p.is_shown = 1 and p.expires_at > :now and p.ticket_id = :subjectId order by u.name, p.tab limit 100;

-- listOthersAtProject
select p.user_id as "id", u.name, u.image, p.tab, p.writing
  from presences p join users u on u.id = p.user_id
  where p.user_id <> :userId and p.is_shown = 1 and p.expires_at > :now and p.project_id = :subjectId order by u.name, p.tab limit 100;

-- hasOtherTabs
select tab from presences
  where (ticket_id = :subjectId or project_id = :subjectId) and tab <> :tab and expires_at > :now limit 1;

-- hasWriters
select tab from presences
  where ticket_id = :ticketId and writing = :writing and expires_at > :now limit 1;

-- deleteExpired
delete from presences where expires_at <= :now;


-- src/collaboration/text-session-store.ts

-- lockSession
select id, ticket_id as "ticketId", field, version, text, stored_text as "storedText",
  stored_version as "storedVersion", changed_at as "changedAt" from text_sessions where ticket_id = :ticketId and field = :field for update;

-- insertSession
insert into text_sessions (id, ticket_id, field, version, text, stored_text, stored_version, changed_at)
  values (:id, :ticketId, :field, :version, :text, :storedText, :storedVersion, :changedAt);

-- updateText
update text_sessions set version = :version, text = :text, changed_at = :changedAt where id = :id;

-- updateStored
update text_sessions set stored_text = :storedText, stored_version = :storedVersion where id = :id;

-- deleteSession
delete from text_sessions where ticket_id = :ticketId and field = :field;

-- listEditsAfter
select version, client, number, user_id as "userId", edits from text_edits
  where session_id = :sessionId and version > :version order by version;

-- findEditTime
select created_at as "createdAt" from text_edits where session_id = :sessionId and version = :version;

-- hasText
select version from text_edits where session_id = :sessionId and text_hash = :textHash limit 1;

-- insertEdit
insert into text_edits (session_id, version, client, number, user_id, edits, text_hash, created_at)
  values (:sessionId, :version, :client, :number, :userId, :edits, :textHash, :createdAt);

-- deleteEditsBefore
delete from text_edits where session_id = :sessionId and version < :version;

-- deleteEditsBeyond
delete from text_edits where session_id = :sessionId and version <= (
    select coalesce(max(version), -1) from (
      select version, sum(octet_length(edits)) over (order by version desc) as bytes
      from text_edits where session_id = :sessionId) as counted
    where bytes > :bytesMax);

-- deleteUnusedSessions
delete from text_sessions where changed_at < :before and not exists (
    select 1 from presences p
    where p.ticket_id = text_sessions.ticket_id and p.writing = text_sessions.field and p.expires_at > :now);


-- src/demo/demo-store.ts

-- ofProject
select p.id, p.key, p.name, h.ticket_count as tickets from projects p join ticket_homes h on h.id = p.id
  where p.id = :projectId;

-- listDemoTickets
select id from tickets where project_id = :projectId and deleted_at is null order by number desc;

-- listRecentEvents
select id from events where project_id = :projectId and occurred_at >= :since order by seq;


-- src/docs-generation/corrections/correction-store.ts

-- listCorrectionRows
select c.project_id as "projectId", c.repository, c.entry_id as "entryId", c.decision, c.text, c.drafted,
  c.author_id as "authorId", c.version, c.updated_at as "updatedAt", u.name as "authorName"
  from docs_corrections c left join users u on u.id = c.author_id
  where c.project_id = :projectId and c.repository = :repository and c.decision <> 'open'
  order by c.updated_at desc, c.entry_id desc limit :limit;
select c.project_id as "projectId", c.repository, c.entry_id as "entryId", c.decision, c.text, c.drafted,
  c.author_id as "authorId", c.version, c.updated_at as "updatedAt", u.name as "authorName"
  from docs_corrections c left join users u on u.id = c.author_id
  where (c.updated_at, c.entry_id) < (:after0, :after1) and c.project_id = :projectId and c.repository = :repository and c.decision <> 'open'
  order by c.updated_at desc, c.entry_id desc limit :limit;
select c.updated_at as after0, c.entry_id as after1
  from docs_corrections c
  where c.project_id = :projectId and c.repository = :repository and c.decision <> 'open'
  order by c.updated_at desc, c.entry_id desc limit 1 offset :offset;
select c.updated_at as after0, c.entry_id as after1
  from docs_corrections c
  where c.project_id = :projectId and c.repository = :repository and c.decision <> 'open'
  order by c.updated_at asc, c.entry_id asc limit 1 offset :offset;
select count(*) as total from docs_corrections c where c.project_id = :projectId and c.repository = :repository and c.decision <> 'open';

-- findCorrectionsSql
select c.project_id as "projectId", c.repository, c.entry_id as "entryId", c.decision, c.text, c.drafted,
  c.author_id as "authorId", c.version, c.updated_at as "updatedAt", u.name as "authorName" from docs_corrections c left join users u on u.id = c.author_id
  where c.project_id in :projectIds[] and c.repository = :repository and c.entry_id in :entryIds[]
  order by c.updated_at, c.project_id;

-- countCorrections
select count(*) as total from docs_corrections where project_id = :projectId and repository = :repository;

-- upsertCorrection
insert into docs_corrections
    (project_id, repository, entry_id, decision, text, drafted, author_id, version, updated_at)
  values (:projectId, :repository, :entryId, :decision, :text, :drafted, :authorId, :version, :updatedAt)
  on conflict (project_id, repository, entry_id) do update set decision = excluded.decision, text = excluded.text,
    drafted = excluded.drafted, author_id = excluded.author_id, version = excluded.version,
    updated_at = excluded.updated_at;

-- listWrittenPages
select project_id as "projectId", repository, branch, path, content, entries, published,
    updated_at as "updatedAt"
  from docs_written_pages where project_id in :projectIds[] and repository = :repository
  order by updated_at desc, branch, path, project_id limit :limit;

-- putWrittenPageSql
insert into docs_written_pages (project_id, repository, branch, path, content, entries, published, updated_at)
  values (:projectId, :repository, :branch, :path, :content, :entries, :published, :updatedAt)
  on conflict (project_id, repository, branch, path) do update set content = excluded.content,
    entries = excluded.entries, published = excluded.published, updated_at = excluded.updated_at;

-- deleteWrittenPages
delete from docs_written_pages where updated_at < :before;


-- src/docs-generation/jobs/docs-job-store.ts

-- holders
select distinct leased_by as holder from docs_jobs where state = 'running' and leased_by is not null;

-- insertJob
insert into docs_jobs (id, user_id, request, state, created_at, updated_at)
  values (:id, :userId, :request, 'queued', :now, :now);

-- findJob
select id, user_id as "userId", request, state, progress, result, error, attempts, created_at as "createdAt",
  updated_at as "updatedAt" from docs_jobs where id = :id;

-- listJobsOf
select id, user_id as "userId", request, state, progress, null as result, error, attempts, created_at as "createdAt",
  updated_at as "updatedAt"
  from docs_jobs 
  where user_id = :userId
  order by created_at desc, id desc limit :limit;
select id, user_id as "userId", request, state, progress, null as result, error, attempts, created_at as "createdAt",
  updated_at as "updatedAt"
  from docs_jobs 
  where (created_at, id) < (:after0, :after1) and user_id = :userId
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from docs_jobs
  where user_id = :userId
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from docs_jobs
  where user_id = :userId
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from docs_jobs where user_id = :userId;

-- countUnfinishedJobs
select count(*) as total from docs_jobs where user_id = :userId and state in ('queued', 'running');

-- hasClaimableJob
select id from docs_jobs where state in ('queued', 'running') and (leased_until is null or leased_until < :now)
  order by created_at, id limit 1;

-- lockClaimable
select id from docs_jobs where state in ('queued', 'running') and (leased_until is null or leased_until < :now)
  order by created_at, id limit 1 for update skip locked;

-- claim
update docs_jobs
  set state = 'running', attempts = attempts + 1, leased_by = :holder, leased_until = :until, updated_at = :now
  where id = :id;

-- renewJobLeaseSql
update docs_jobs set progress = coalesce(:progress, progress), leased_until = :until, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- finishJobSql
update docs_jobs set state = :state, result = :result, error = :error, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- requeueJobSql
update docs_jobs set state = 'queued', attempts = attempts - 1, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- releaseJobsOf
update docs_jobs set leased_until = 0 where state = 'running' and leased_by in :holders[];

-- deleteFinishedJobs
delete from docs_jobs where state in ('done', 'failed') and updated_at < :before;

-- findQueuedDocsJobs
select count(*) as waiting, min(created_at) as oldest from docs_jobs
  where state in ('queued', 'running') and state = 'queued';


-- src/docs-generation/project-hosts/project-host-store.ts

-- listProjectHosts
select project_id as "projectId", kind, api_url as "apiUrl", token_sealed as "tokenSealed", updated_at as "updatedAt" from project_code_hosts where project_id in :projectIds[] order by project_id;

-- putProjectHost
insert into project_code_hosts (project_id, kind, api_url, token_sealed, updated_at)
  values (:projectId, :kind, :apiUrl, :tokenSealed, :updatedAt)
  on conflict (project_id) do update set kind = excluded.kind, api_url = excluded.api_url,
    token_sealed = excluded.token_sealed, updated_at = excluded.updated_at;

-- removeProjectHost
delete from project_code_hosts where project_id = :projectId;


-- src/docs-generation/publish/workflow-run-store.ts

-- findStartedRun
select run_id as "runId", run_url as "runUrl", started_at as "startedAt" from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha;

-- claimRun
insert into docs_workflow_runs (repository, workflow, ref, sha, started_at)
  values (:repository, :workflow, :ref, :sha, :now) on conflict do nothing;

-- recordRun
update docs_workflow_runs set run_id = :runId, run_url = :runUrl
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha;

-- releaseRun
delete from docs_workflow_runs
  where repository = :repository and workflow = :workflow and ref = :ref and sha = :sha and run_id is null;


-- src/events/actor-event-store.ts

-- byActor
select seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data
  from events 
  where actor_id <= :actorId and actor_id >= :actorId and type in :types[]
  order by actor_id desc, seq desc limit :limit;
select seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data
  from events 
  where actor_id = :actorId and (seq) < (:after0) and type in :types[]
  order by actor_id desc, seq desc limit :limit;
select seq as after0
  from events
  where actor_id <= :actorId and actor_id >= :actorId and type in :types[]
  order by actor_id desc, seq desc limit 1 offset :offset;
select seq as after0
  from events
  where actor_id <= :actorId and actor_id >= :actorId and type in :types[]
  order by actor_id asc, seq asc limit 1 offset :offset;
select count(*) as total from events where actor_id <= :actorId and actor_id >= :actorId and type in :types[];


-- src/events/event-count-store.ts

-- activityTotal
with uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 2000)
  select cast(coalesce((select sum(total) from list_counts where list = 'activity' and owner in :owners[]), 0)
    + (select count(*) from uncounted_events where actor_id = :actorId and type in :types[]) as bigint) as total,
    (select count(*) from uncounted_events) as uncounted;
with uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 1000000)
  select cast(coalesce((select sum(total) from list_counts where list = 'activity' and owner in :owners[]), 0)
    + (select count(*) from uncounted_events where actor_id = :actorId and type in :types[]) as bigint) as total,
    (select count(*) from uncounted_events) as uncounted;

-- historyTotal
with uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 2000)
  select (select total from list_counts where list = 'history' and owner = :ticketId)
    + (select count(*) from uncounted_events where ticket_id = :ticketId) as total, (select count(*) from uncounted_events) as uncounted;
with uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 1000000)
  select (select total from list_counts where list = 'history' and owner = :ticketId)
    + (select count(*) from uncounted_events where ticket_id = :ticketId) as total, (select count(*) from uncounted_events) as uncounted;

-- listUncountedEvents
select xid, seq, type, actor_id as "actorId", ticket_id as "ticketId", occurred_at as "occurredAt" from settled_events
  where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit;

-- saveHour
insert into active_hours (actor_id, hour) values (:actorId, :hour) on conflict do nothing;

-- countEventsOfTicket
select count(*) as total from (select 1 from events where ticket_id = :ticketId limit :limit) found;

-- startHistoryCount
insert into list_counts (list, owner, total) 
  select 'history', :ticketId, count(*) from ordered_events e, event_count_cursor c
  where e.ticket_id = :ticketId and (e.xid, e.seq) <= (c.xid, c.seq) on conflict (list, owner) do nothing;

-- listCountedTickets
select owner from list_counts where list = 'history' and owner in :ticketIds[];


-- src/events/event-cursor-store.ts

-- eventCursor
select xid, seq from event_count_cursor;
select xid, seq from agent_task_cursor;
select xid, seq from notification_cursor;
select xid, seq from seal_cursor;

-- eventCursor
select xid, seq from event_count_cursor for update;
select xid, seq from agent_task_cursor for update;
select xid, seq from notification_cursor for update;
select xid, seq from seal_cursor for update;

-- eventCursor
update event_count_cursor set xid = :xid, seq = :seq;
update agent_task_cursor set xid = :xid, seq = :seq;
update notification_cursor set xid = :xid, seq = :seq;
update seal_cursor set xid = :xid, seq = :seq;

-- eventsBehind
with behind as (
      select e.xid, e.seq, e.occurred_at from settled_events e cross join notification_cursor c
      where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max)
    select (select count(*) from behind) as waiting,
      (select occurred_at from behind order by xid, seq limit 1) as "firstAt",
      (select e.occurred_at from events e join notification_cursor c on e.seq = c.seq) as "reachedAt",
      (select max(applied_at) from schema_migrations) as "migratedAt";
with behind as (
      select e.xid, e.seq, e.occurred_at from settled_events e cross join search_cursor c
      where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max)
    select (select count(*) from behind) as waiting,
      (select occurred_at from behind order by xid, seq limit 1) as "firstAt",
      (select e.occurred_at from events e join search_cursor c on e.seq = c.seq) as "reachedAt",
      (select max(applied_at) from schema_migrations) as "migratedAt";

-- findUnsettledEvents
select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from ordered_events e cross join (
      select xid, seq from settled_events order by xid desc, seq desc limit 1) s
    where (e.xid, e.seq) > (s.xid, s.seq) order by e.xid, e.seq limit :max) behind;

-- findNewestEventTime
select occurred_at as "occurredAt" from events order by seq desc limit 1;


-- src/events/event-store.ts

-- findEvent
select xid, seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data from ordered_events where id = :id;

-- insertEvent
insert into events (id, type, occurred_at, actor_id, workspace_id, project_id, ticket_id, data)
  values (:id, :type, :occurredAt, :actorId, :workspaceId, :projectId, :ticketId, :data);

-- insertEvents
insert into events (${['id', 'type', 'occurred_at', 'actor_id', 'workspace_id', 'project_id', 'ticket_id', 'data']}) values …;

-- forgetEvent
update events set data = :data where id = :id;

-- listEventsAfter
select xid, seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data from settled_events where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit;

-- listNewestOfTicket
select xid, seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data from ordered_events where ticket_id = :ticketId and type in :types[]
  order by xid desc, seq desc limit :limit;


-- src/imports/archive/archive-row-store.ts

-- listIdsIn
select id from ${kind.table} where id in :ids[]${condition};

-- listColumnValues
select id, ${column} as value from ${table} where id in :ids[];

-- listNamesIn
select name_folded as name from ${table} where ${place} = :id;

-- hasIdElsewhere
select id from ${kind.table} where id in :ids[] and not (${conditionIn(kind)}) limit 1;

-- listPresentKeys
select ${columns} from ${table} where ${conditions.join(' and ')};

-- insertRows
insert into ${table} (${[...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)))]}) values …;

-- salt
select salt from imported_projects where project_id = :projectId and source_id = :sourceId;

-- insertSalt
insert into imported_projects (project_id, source_id, salt) values (:projectId, :sourceId, :salt)
  on conflict (project_id, source_id) do nothing;

-- recountAttachments
update tickets set attachment_count = (select count(*) from attachments a where a.ticket_id = tickets.id)
  where id in :ids[];

-- listTicketsWithoutHistory
select id from tickets where id in :ids[] and not exists (select 1 from events e where e.ticket_id = tickets.id);

-- adoptSettings
update projects set workflow = :workflow, estimate_unit = :estimateUnit,
    description = coalesce(description, :description),
    description_folded = coalesce(description_folded, :descriptionFolded)
  where id = :projectId and not exists (select 1 from tickets where project_id = :projectId);

-- recountFields
update projects set field_count = (select count(*) from project_fields f where f.project_id = projects.id)
  where id in :projectIds[];

-- listHomesOfTickets
select id, home_id as "homeId" from tickets where id in :ids[];

-- insertTicketGuests
insert into ticket_guests (user_id, home_id)
  select person.user_id, person.home_id
  from (select reporter_id as user_id, home_id from tickets where id in :ids[]
    union select assignee_id, home_id from tickets where id in :ids[] and assignee_id is not null) person
  where not exists (select 1 from project_members m where m.project_id = person.home_id and m.user_id = person.user_id)
    and not exists (select 1 from workspace_members m where m.workspace_id = person.home_id and m.user_id = person.user_id)
  on conflict do nothing;


-- src/imports/archive/instance-store.ts

-- byIds
select id, email_folded as email, email_verified as "emailVerified", agent_owner_id as "ownerId" from users where id in :ids[];

-- byEmails
select id, email_folded as email, email_verified as "emailVerified", agent_owner_id as "ownerId" from users where email_folded in :emails[];

-- listPersonalWorkspaces
select id, owner_id as "ownerId" from workspaces where kind = 'personal' and owner_id in :ownerIds[];

-- listTakenKeys
select key_folded as key, project_id as "projectId" from project_keys where key_folded in :keys[];

-- listEarlierImports
select i.source_id as "sourceId", p.key from imported_projects i join projects p on p.id = i.project_id
  where i.source_id in :sourceIds[] and i.project_id <> i.source_id;

-- listNamed
select id, ${place} as place, name_folded as name from ${table}
    where ${place} in :places[] and name_folded in :names[];


-- src/imports/jobs/import-store.ts

-- ofProject
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt"
  from imports 
  where project_id = :projectId
  order by created_at desc, id desc limit :limit;
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt"
  from imports 
  where (created_at, id) < (:after0, :after1) and project_id = :projectId
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from imports
  where project_id = :projectId
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from imports
  where project_id = :projectId
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from imports where project_id = :projectId;

-- ofInstance
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt"
  from imports 
  where project_id is null
  order by created_at desc, id desc limit :limit;
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt"
  from imports 
  where (created_at, id) < (:after0, :after1) and project_id is null
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from imports
  where project_id is null
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from imports
  where project_id is null
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from imports where project_id is null;

-- claimable
select i.id from imports i
  where i.state in ('queued', 'running') and (i.leased_until is null or i.leased_until < :now)
    and not exists (select 1 from imports r where r.user_id = i.user_id and r.state = 'running' and r.leased_until >= :now)
  order by coalesce((select max(c.claimed_at) from imports c where c.user_id = i.user_id), 0), i.updated_at, i.id
  limit 1;

-- holders
select distinct leased_by as holder from imports where state = 'running' and leased_by is not null;

-- insertImport
insert into imports (id, project_id, user_id, product, request, state, created_at, updated_at)
  values (:id, :projectId, :userId, :product, :request, 'waiting', :now, :now);

-- findImport
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt" from imports where id = :id;

-- lockImport
select id, project_id as "projectId", user_id as "userId", product, request, state, dry_run as "dryRun", progress,
  report, error, attempts, created_at as "createdAt", updated_at as "updatedAt" from imports where id = :id for update;

-- unfinished
select count(*) as total from imports where project_id = :projectId and state in ('waiting', 'queued', 'running');

-- unfinishedOfInstance
select count(*) as total from imports where project_id is null and state in ('waiting', 'queued', 'running');

-- unfinishedOfPerson
select i.id, p.key as "projectKey" from imports i left join projects p on p.id = i.project_id
  where i.user_id = :userId and i.state in ('waiting', 'queued', 'running') and i.id <> :except order by i.created_at limit 10;

-- startRow
update imports set state = 'queued', user_id = :userId, request = :request, dry_run = :dryRun, progress = null, report = null, error = null,
    attempts = 0, leased_until = null, updated_at = :now
  where id = :id;

-- cancelImportRow
update imports set state = 'cancelled', leased_until = null, updated_at = :now where id = :id;

-- claim
update imports
  set state = 'running', attempts = attempts + 1, leased_by = :holder, leased_until = :until, claimed_at = :now,
    updated_at = :now
  where id = :id;

-- renewImportLeaseSql
update imports set progress = :progress, leased_until = :until, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- finishImportSql
update imports set state = :state, report = :report, error = :error, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- requeueImportSql
update imports set state = 'queued', attempts = :countedAttempts, leased_until = null, updated_at = :now
  where id = :id and state = 'running' and attempts = :attempts;

-- releaseImportsOf
update imports set leased_until = 0 where state = 'running' and leased_by in :holders[];

-- listImportsEndedBefore
select id from imports where state not in ('queued', 'running') and updated_at < :before limit :limit;

-- deleteImports
delete from imports where id in :ids[];

-- insertImportFiles
insert into import_files (import_id,position,file_key,name,size,sha256) values (:p0,:p1,:p2,:p3,:p4,:p5);

-- listImportFiles
select import_id as "importId", position, file_key as "fileKey", name, size, sha256 from import_files
  where import_id in :importIds[] order by import_id, position;

-- presentKeys
select file_key as key from import_files where file_key in :keys[];

-- removeFiles
delete from import_files where import_id = :importId;


-- src/imports/writing/people-store.ts

-- listMembers
select u.id, u.name, u.email_folded as email, u.email_verified as "emailVerified",
    case when exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = u.id)
      then 1 else 0 end as "isMember" from users u
  where u.agent_owner_id is null
    and (u.id = :importerId or u.id in (select user_id from project_members where project_id = :projectId));

-- anybody
select u.id, u.name, u.email_folded as email, u.email_verified as "emailVerified",
    case when exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = u.id)
      then 1 else 0 end as "isMember" from users u
  where u.agent_owner_id is null and (u.id in :refs[] or u.email_folded in :refs[]);

-- listPlaceholders
select id, name, email_folded as email from users where email_folded in :emails[];


-- src/imports/writing/written-store.ts

-- written
select o.source_id as "sourceId",
    case when t.description is null then 0 else 1 end as descriptions,
    case when t.completed_at is null then 0 else 1 end as "dates of completion",
    case when t.estimate_hundredths is null then 0 else 1 end as estimates,
    case when t.due_date is null then 0 else 1 end as "due dates",
    case when t.assignee_id is null then 0 else 1 end as assignees,
    case when t.label_count > 0 then 1 else 0 end as labels,
    case when coalesce(t.group_id, t.milestone_id) is null then 0 else 1 end as "cycles and milestones",
    case when t.checklist_total > 0 then 1 else 0 end as checklists,
    case when t.parent_id is null then 0 else 1 end as parents,
    case when t.comment_count > 0 then 1 else 0 end as comments,
    case when o.key_folded is null then 0 else 1 end as "original keys"
  from ticket_origins o join tickets t on t.id = o.ticket_id
  where o.project_id = :projectId and o.product = :product and o.import_id = :importId and o.source_id > :after
  order by o.source_id limit :limit;


-- src/inbound-webhooks/delivery-log/delivery-store.ts

-- body
select body from inbound_bodies where delivery_id = :id;

-- insertDelivery
insert into inbound_deliveries (id, provider, delivery_id, event, action, repository, verified,
    outcome, reason, effects, bytes, replay_of, replayed_by, signed_by_project, received_at)
  values (:id, :provider, :deliveryId, :event, :action, :repository, :verified,
    :outcome, :reason, :effects, :bytes, :replayOf, :replayedBy, :signedByProject, :receivedAt)
  on conflict do nothing;

-- findDeliveryByProviderId
select d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.signed_by_project as "signedByProject", d.received_at as "receivedAt" from inbound_deliveries d where d.provider = :provider and d.delivery_id = :deliveryId;

-- deleteDelivery
delete from inbound_deliveries where id = :id;

-- incrementRepeats
update inbound_deliveries set repeats = repeats + 1 where id = :id;

-- insertDeliveryBody
insert into inbound_bodies (delivery_id, body) values (:id, :body);

-- updateDeliveryOutcome
update inbound_deliveries set outcome = :outcome, reason = :reason, effects = :effects where id = :id;

-- insertDeliveryProjects
insert into inbound_delivery_projects (${['project_id', 'received_at', 'delivery_id']}) values …;

-- findDelivery
select d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.signed_by_project as "signedByProject", d.received_at as "receivedAt" from inbound_deliveries d where d.id = :id;

-- listProjectsOfDelivery
select project_id as "projectId" from inbound_delivery_projects where delivery_id = :id;

-- listAdministeredProjects
select m.project_id as "projectId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('owner', 'admin') and p.status <> 'deleted';

-- pruneDeliveries
delete from inbound_deliveries where id in (
    select id from inbound_deliveries where received_at <= :before order by received_at limit 200);

-- deliveryList
select d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.signed_by_project as "signedByProject", d.received_at as "receivedAt" from ${}  where ${where.join(' and ')} order by ${[
      byNumber(`${sortedTable}.received_at`, 'desc', ({ receivedAt }) => receivedAt),
      byText(sortedTable === 'd' ? 'd.id' : 'x.delivery_id', 'desc', ({ id }) => id),
    ]} limit :limit;
select d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.signed_by_project as "signedByProject", d.received_at as "receivedAt" from ${}  where ${where.join(' and ')} and ${after} order by ${[
      byNumber(`${sortedTable}.received_at`, 'desc', ({ receivedAt }) => receivedAt),
      byText(sortedTable === 'd' ? 'd.id' : 'x.delivery_id', 'desc', ({ id }) => id),
    ]} limit :limit;
select ${after} from ${} where ${where.join(' and ')} order by ${[
      byNumber(`${sortedTable}.received_at`, 'desc', ({ receivedAt }) => receivedAt),
      byText(sortedTable === 'd' ? 'd.id' : 'x.delivery_id', 'desc', ({ id }) => id),
    ]} limit 1 offset :offset;
select count(*) as total from ${} where ${where.join(' and ')};

-- countInProjects
select count(distinct delivery_id) as total from inbound_delivery_projects where project_id in :projectIds[];


-- src/inbound-webhooks/delivery-log/fingerprint-store.ts

-- claimFingerprintSql
insert into inbound_tellings (provider, fingerprint, delivery_id, told_at)
  values (:provider, :fingerprint, :deliveryId, :now)
  on conflict (provider, fingerprint) do update set delivery_id = excluded.delivery_id, told_at = excluded.told_at
    where inbound_tellings.told_at <= :since;

-- findDuplicateDelivery
select delivery_id as "deliveryId" from inbound_tellings
  where provider = :provider and fingerprint = :fingerprint and told_at > :since;


-- src/inbound-webhooks/effects/code-activity-store.ts

-- knownCommits
select sha from pushed_commits where repository = :repository and sha in :shas[];

-- markAsCounted
insert into pushed_commits (${['repository', 'sha', 'pushed_at']}) values …;

-- upsert
insert into code_pull_requests (provider, repository, number, branch, sha, is_open, updated_at)
  values (:provider, :repository, :number, :branch, :sha, :isOpen, :asOf)
  on conflict (provider, repository, number) do update
    set branch = excluded.branch, sha = excluded.sha, is_open = excluded.is_open, updated_at = excluded.updated_at
    where code_pull_requests.updated_at <= excluded.updated_at;

-- byHead
select number from code_pull_requests where provider = :provider and repository = :repository and is_open = 1
    and (sha in (:sha, :shortSha) or (:sha = '' and branch = :branch)) order by number limit 20;

-- pruneCommits
delete from pushed_commits where (repository, sha) in (
    select repository, sha from pushed_commits where pushed_at <= :before order by pushed_at limit 500);

-- prunePulls
delete from code_pull_requests where (provider, repository, number) in (
    select provider, repository, number from code_pull_requests where updated_at <= :before
    order by updated_at limit 500);


-- src/inbound-webhooks/settings/access-token-store.ts

-- ofProject
select id, project_id as "projectId", name, start, created_at as "createdAt", last_used_at as "lastUsedAt"
  from project_access_tokens 
  where project_id = :projectId
  order by created_at desc, id desc limit :limit;
select id, project_id as "projectId", name, start, created_at as "createdAt", last_used_at as "lastUsedAt"
  from project_access_tokens 
  where (created_at, id) < (:after0, :after1) and project_id = :projectId
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from project_access_tokens
  where project_id = :projectId
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from project_access_tokens
  where project_id = :projectId
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from project_access_tokens where project_id = :projectId;

-- insertAccessToken
insert into project_access_tokens (token_hash, id, project_id, name, start, created_by, created_at)
  values (:tokenHash, :id, :projectId, :name, :start, :createdBy, :createdAt);

-- findAccessTokenByHash
select id, project_id as "projectId", name, start, created_at as "createdAt", last_used_at as "lastUsedAt" from project_access_tokens where token_hash = :tokenHash;

-- touchAccessToken
update project_access_tokens set last_used_at = :now where id = :id;

-- findAccessToken
select id, project_id as "projectId", name, start, created_at as "createdAt", last_used_at as "lastUsedAt" from project_access_tokens where id = :id and project_id = :projectId;

-- deleteAccessToken
delete from project_access_tokens where id = :id and project_id = :projectId;


-- src/inbound-webhooks/settings/inbound-secret-store.ts

-- findInboundSecret
select s.id, s.project_id as "projectId", s.provider, s.secret_sealed as "secretSealed"
  from project_inbound_secrets s join projects p on p.id = s.project_id
  where s.id = :id and p.status <> 'deleted';

-- listProjectInboundSecrets
select s.id, s.provider, s.set_by as "setBy", s.set_at as "setAt", u.name as "setByName"
  from project_inbound_secrets s left join users u on u.id = s.set_by
  where s.project_id = :projectId order by s.provider;

-- putInboundSecret
insert into project_inbound_secrets (id, project_id, provider, secret_sealed, set_by, set_at)
  values (:id, :projectId, :provider, :secretSealed, :setBy, :setAt)
  on conflict (project_id, provider) do update set secret_sealed = excluded.secret_sealed,
    set_by = excluded.set_by, set_at = excluded.set_at;

-- removeInboundSecret
delete from project_inbound_secrets where project_id = :projectId and provider = :provider;

-- havingSecret
select project_id as "projectId" from project_inbound_secrets
  where provider = :provider and project_id in :projectIds[];


-- src/inbound-webhooks/settings/trigger-store.ts

-- listProjectTriggersSql
select event, ignores, kind, instructions, priority from project_triggers
  where project_id = :projectId order by position;

-- clear
delete from project_triggers where project_id = :projectId;

-- replaceTriggers
insert into project_triggers (${['project_id', 'position', 'event', 'ignores', 'kind', 'instructions', 'priority']}) values …;


-- src/initiatives/initiative-store.ts

-- findInitiative
select i.id, i.workspace_id as "workspaceId", i.name, i.description, i.owner_id as "ownerId",
  i.target_date as "targetDate", i.position, i.archived_at as "archivedAt", i.version, i.created_at as "createdAt",
  i.updated_at as "updatedAt", o.name as "ownerName", wm.role as "workspaceRole" from initiatives i left join users o on o.id = i.owner_id
  left join workspace_members wm on wm.workspace_id = i.workspace_id and wm.user_id = :userId where i.id = :id;

-- lockInitiative
select i.id, i.workspace_id as "workspaceId", i.name, i.description, i.owner_id as "ownerId",
  i.target_date as "targetDate", i.position, i.archived_at as "archivedAt", i.version, i.created_at as "createdAt",
  i.updated_at as "updatedAt", o.name as "ownerName", wm.role as "workspaceRole" from initiatives i left join users o on o.id = i.owner_id
  left join workspace_members wm on wm.workspace_id = i.workspace_id and wm.user_id = :userId where i.id = :id for update of i;

-- listInitiativeRows
select i.id, i.workspace_id as "workspaceId", i.name, i.description, i.owner_id as "ownerId",
  i.target_date as "targetDate", i.position, i.archived_at as "archivedAt", i.version, i.created_at as "createdAt",
  i.updated_at as "updatedAt", o.name as "ownerName", wm.role as "workspaceRole"
  from initiatives i left join users o on o.id = i.owner_id
  left join workspace_members wm on wm.workspace_id = i.workspace_id and wm.user_id = :userId
  where i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId))
  order by i.position asc, i.created_at asc, i.id asc limit :limit;
select i.id, i.workspace_id as "workspaceId", i.name, i.description, i.owner_id as "ownerId",
  i.target_date as "targetDate", i.position, i.archived_at as "archivedAt", i.version, i.created_at as "createdAt",
  i.updated_at as "updatedAt", o.name as "ownerName", wm.role as "workspaceRole"
  from initiatives i left join users o on o.id = i.owner_id
  left join workspace_members wm on wm.workspace_id = i.workspace_id and wm.user_id = :userId
  where (i.position, i.created_at, i.id) > (:after0, :after1, :after2) and i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId))
  order by i.position asc, i.created_at asc, i.id asc limit :limit;
select i.position as after0, i.created_at as after1, i.id as after2
  from initiatives i
  where i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId))
  order by i.position asc, i.created_at asc, i.id asc limit 1 offset :offset;
select i.position as after0, i.created_at as after1, i.id as after2
  from initiatives i
  where i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId))
  order by i.position desc, i.created_at desc, i.id desc limit 1 offset :offset;
select count(*) as total from initiatives i where i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId));

-- countInitiatives
select count(*) as total from initiatives where workspace_id = :workspaceId;

-- insertInitiative
insert into initiatives (id, workspace_id, name, description, owner_id, target_date, position, archived_at, version,
    created_at, updated_at)
  values (:id, :workspaceId, :name, :description, :ownerId, :targetDate, :position, :archivedAt, :version, :createdAt,
    :updatedAt);

-- updateInitiativeRow
update initiatives set name = :name, description = :description, owner_id = :ownerId, target_date = :targetDate,
    archived_at = :archivedAt, version = :version, updated_at = :updatedAt
  where id = :id;

-- setPosition
update initiatives set position = :position where id = :id and workspace_id = :workspaceId;

-- deleteInitiativeRow
delete from initiatives where id = :id;

-- listProjectLinks
select ip.initiative_id as "initiativeId", ip.project_id as "projectId"
  from initiative_projects ip where ip.initiative_id in :ids[];

-- insertProjectLink
insert into initiative_projects (initiative_id, project_id, added_at) values (:id, :projectId, :now)
  on conflict (initiative_id, project_id) do nothing;

-- deleteProjectLink
delete from initiative_projects where initiative_id = :id and project_id = :projectId;


-- src/instance-settings/instance-settings-store.ts

-- findStoredSettings
select s.name, s.sign_up as "signUp", s.version, s.updated_at as "updatedAt", u.id as "updatedById",
  u.name as "updatedByName" from instance_settings s left join users u on u.id = s.updated_by where s.id = 1;

-- saveSettings
insert into instance_settings (id, name, sign_up, version, updated_at, updated_by)
  values (1, :name, :signUp, :version, :updatedAt, :updatedBy)
  on conflict (id) do update set name = excluded.name, sign_up = excluded.sign_up, version = excluded.version,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by;


-- src/intake/channel-store.ts

-- findOpenChannel
select c.id, c.project_id as "projectId", c.kind, c.token_hash as "tokenHash", c.token_sealed as "tokenSealed",
  c.created_by as "createdBy", c.created_at as "createdAt", p.name as "projectName", p.owner_id as "ownerId"
  from intake_channels c join projects p on p.id = c.project_id
  where c.token_hash = :tokenHash and p.status = 'active' and p.triage = 1;

-- listChannels
select c.id, c.project_id as "projectId", c.kind, c.token_hash as "tokenHash", c.token_sealed as "tokenSealed",
  c.created_by as "createdBy", c.created_at as "createdAt" from intake_channels c where c.project_id = :projectId order by c.kind;

-- putChannel
insert into intake_channels (id, project_id, kind, token_hash, token_sealed, created_by, created_at)
  values (:id, :projectId, :kind, :tokenHash, :tokenSealed, :createdBy, :createdAt);

-- deleteChannel
delete from intake_channels where project_id = :projectId and kind = :kind;

-- countWaiting
select count(*) as tickets from (select 1 as one from tickets
    where home_id = :projectId and triage is not null and deleted_at is null limit :max) waiting;

-- findWaitingCopy
select p.key as "projectKey", t.number
  from tickets t join ticket_senders s on s.ticket_id = t.id join projects p on p.id = t.home_id
  where t.home_id = :projectId and t.triage is not null and t.deleted_at is null
    and s.kind = :kind and t.title = :title and t.description = :description
  limit 1;

-- insertSender
insert into ticket_senders (ticket_id, kind, name, email) values (:ticketId, :kind, :name, :email);

-- findSender
select kind, name, email from ticket_senders where ticket_id = :ticketId;


-- src/invitations/invitation-store.ts

-- listVisibleInvitations
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey"
  from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id
  where (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')))
  order by i.created_at desc, i.id desc limit :limit;
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey"
  from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id
  where (i.created_at, i.id) < (:after0, :after1) and (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')))
  order by i.created_at desc, i.id desc limit :limit;
select i.created_at as after0, i.id as after1
  from invitations i
  where (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')))
  order by i.created_at desc, i.id desc limit 1 offset :offset;
select i.created_at as after0, i.id as after1
  from invitations i
  where (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')))
  order by i.created_at asc, i.id asc limit 1 offset :offset;
select count(*) as total from invitations i where (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')));

-- listProjectInvitations
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey"
  from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id
  where i.project_id = :projectId
  order by i.created_at desc, i.id desc limit :limit;
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey"
  from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id
  where (i.created_at, i.id) < (:after0, :after1) and i.project_id = :projectId
  order by i.created_at desc, i.id desc limit :limit;
select i.created_at as after0, i.id as after1
  from invitations i
  where i.project_id = :projectId
  order by i.created_at desc, i.id desc limit 1 offset :offset;
select i.created_at as after0, i.id as after1
  from invitations i
  where i.project_id = :projectId
  order by i.created_at asc, i.id asc limit 1 offset :offset;
select count(*) as total from invitations i where i.project_id = :projectId;

-- findVisibleInvitation
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey" from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id where i.id = :id and (i.invited_by = :userId or (i.project_id is null and :isAdmin = 1)
  or exists (select 1 from project_members m
    where m.project_id = i.project_id and m.user_id = :userId and m.role in ('admin', 'owner')));

-- findInvitation
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey" from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id where i.id = :id;

-- findInvitationByToken
select i.id, i.email, i.project_id as "projectId", i.role, i.invited_by as "invitedBy",
    i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
    i.revoked_at as "revokedAt", u.name as "inviterName", p.name as "projectName", p.key as "projectKey" from invitations i join users u on u.id = i.invited_by left join projects p on p.id = i.project_id join invitation_tokens t on t.invitation_id = i.id where t.token_hash = :hash;

-- countPendingInvitations
select count(*) as total from invitations
  where invited_by = :userId and accepted_at is null and revoked_at is null and expires_at > :now;

-- countSince
select count(*) as total, count(case when email_folded = :email then 1 end) as "toAddress"
  from invitations where invited_by = :userId and created_at > :since;

-- insertInvitationSql
insert into invitations (id, email, email_folded, project_id, role, invited_by, created_at, expires_at)
  values (:id, :email, :emailFolded, :projectId, :role, :invitedBy, :createdAt, :expiresAt);

-- insertInvitationToken
insert into invitation_tokens (token_hash, invitation_id) values (:hash, :id);

-- acceptInvitationRow
update invitations set accepted_at = :now, accepted_by = :userId
  where id = :id and accepted_at is null and revoked_at is null and expires_at > :now;

-- revokeInvitationRow
update invitations set revoked_at = :now where id = :id and accepted_at is null and revoked_at is null;

-- revokeEarlier
update invitations set revoked_at = :now where email_folded = :email and coalesce(project_id, '') = :projectId
    and accepted_at is null and revoked_at is null and expires_at > :now;

-- sweepInvitations
delete from invitations where created_at < :before;


-- src/leased-branches/branch-settings-store.ts

-- findBranchSettings
select project_id as "projectId", enabled, paths, max_megabytes as "maxMegabytes"
  from agent_branch_settings where project_id = :projectId;

-- upsertBranchSettings
insert into agent_branch_settings (project_id, enabled, paths, max_megabytes)
  values (:projectId, :enabled, :paths, :maxMegabytes)
  on conflict (project_id) do update set enabled = excluded.enabled, paths = excluded.paths,
    max_megabytes = excluded.max_megabytes;


-- src/leased-branches/task-key-store.ts

-- findTaskKey
select task_id as "taskId", epoch, user_id as "userId", key_hash as "keyHash", repository,
    branch_prefix as "branchPrefix", credential_id as "credentialId", created_at as "createdAt"
  from agent_task_keys where task_id = :taskId and epoch = :epoch;

-- putTaskKey
insert into agent_task_keys (task_id, epoch, user_id, key_hash, repository, branch_prefix, credential_id, created_at)
  values (:taskId, :epoch, :userId, :keyHash, :repository, :branchPrefix, :credentialId, :createdAt)
  on conflict (task_id, epoch) do update set user_id = excluded.user_id, key_hash = excluded.key_hash,
    repository = excluded.repository, branch_prefix = excluded.branch_prefix,
    credential_id = excluded.credential_id;

-- hasTaskKey
select task_id as "taskId" from agent_task_keys where task_id = :taskId limit 1;


-- src/leased-branches/unfinished-push-store.ts

-- insertUnfinishedPush
insert into agent_task_pushes (id, task_id, epoch, project_id, branch, before_id, after_id, created_at)
  values (:id, :taskId, :epoch, :projectId, :branch, :before, :after, :createdAt);

-- deleteUnfinishedPush
delete from agent_task_pushes where id = :id;

-- listUnfinishedPushesOfTask
select id, task_id as "taskId", epoch, project_id as "projectId", branch, before_id as "before",
  after_id as "after", created_at as "createdAt" from agent_task_pushes where task_id = :taskId order by created_at, id limit 100;

-- listOldUnfinishedPushes
select id, task_id as "taskId", epoch, project_id as "projectId", branch, before_id as "before",
  after_id as "after", created_at as "createdAt" from agent_task_pushes where created_at <= :before order by created_at limit :limit;


-- src/live/live-store.ts

-- findNewestPositionSql
select xid, seq from settled_events order by xid desc, seq desc limit 1;

-- isKnownPosition
select seq from settled_events where xid = :xid and seq = :seq;

-- hasEventsAfter
select seq from ordered_events where (xid, seq) > (:xid, :seq) limit 1;

-- projects
select p.id, p.workspace_id as "workspaceId", p.visibility, w.kind as "workspaceKind",
    case when p.status = 'deleted' then 1 else 0 end as "isDeleted"
  from projects p join workspaces w on w.id = p.workspace_id where p.id in :ids[];

-- projectRoles
select project_id as "scopeId", user_id as "userId", role, joined_at as "joinedAt"
  from project_members where project_id in :ids[];

-- workspaceRoles
select workspace_id as "scopeId", user_id as "userId", role, joined_at as "joinedAt"
  from workspace_members where workspace_id in :ids[];

-- people
select id, reporter_id as "reporterId", assignee_id as "assigneeId" from tickets where id in :ids[];

-- listWorkspaceKindsSql
select id, kind from workspaces where id in :ids[];

-- guests
select home_id as "scopeId", user_id as "userId" from ticket_guests where home_id in :ids[];

-- projectMembers
select distinct p.workspace_id as "scopeId", m.user_id as "userId"
  from projects p join project_members m on m.project_id = p.id where p.workspace_id in :ids[];


-- src/mail/mail-store.ts

-- holders
select distinct claimed_by as holder from mails where state = 'sending' and claimed_by is not null;

-- insertMail
insert into mails (id, kind, subject_id, user_id, address, due_at, created_at)
  values (:id, :kind, :subjectId, :userId, :address, :dueAt, :now)
  on conflict (kind, subject_id) do nothing;

-- listDueMails
select id, kind, subject_id as "subjectId", user_id as "userId", address, attempts, due_at as "dueAt"
  from mails where state = 'waiting' and due_at <= :now order by due_at, id limit :limit;

-- claimMail
update mails set state = 'sending', attempts = attempts + 1, claimed_at = :now, claimed_by = :holder
  where id = :id and state = 'waiting' and due_at <= :now;

-- storeUnsubscribeToken
update mails set unsubscribe_hash = :hash, unsubscribe_from = :preference where id = :id;

-- finishMail
update mails set state = :state, problem = :problem where id = :id and state = 'sending';

-- postponeMail
update mails set state = 'waiting', due_at = :dueAt, problem = :problem where id = :id and state = 'sending';

-- hasLostMail
select id from mails where state = 'sending' and claimed_at < :before limit 1;

-- giveUpMails
update mails set state = 'unknown', problem = 'process_ended'
  where state = 'sending' and claimed_by in :holders[] returning id, kind;

-- giveUpLostMails
update mails set state = 'unknown', problem = 'process_ended' where state = 'sending' and claimed_at < :before;

-- findByUnsubscribeToken
select user_id as "userId", unsubscribe_from as preference from mails
  where unsubscribe_hash = :hash and user_id is not null;

-- sweepMailRows
delete from mails where id in (
    select id from mails where created_at < :before and state not in ('waiting', 'sending')
    order by created_at limit 500);

-- findDueMails
select
    (select count(*) from (
      select 1 as one from mails where state = 'waiting' and due_at <= :now limit :max) due) as waiting,
    (select min(due_at) from mails where state = 'waiting' and due_at <= :now) as oldest;


-- src/notifications/digest-store.ts

-- listDigestSubscribers
select p.user_id as "userId", p.timezone, d.next_at as "nextAt", d.timezone as "nextAtTimezone"
  from preferences p join users u on u.id = p.user_id left join digests d on d.user_id = p.user_id
  where p.mail_weekly_digest = 1 and p.notifications = 1 and u.active = 1;

-- saveNextDigest
insert into digests (user_id, timezone, next_at) values (:userId, :timezone, :nextAt)
  on conflict (user_id) do update set timezone = excluded.timezone, next_at = excluded.next_at;

-- listOpenTickets
select t.id, t.title, p.key || '-' || t.number as key, t.status, t.due_date as "dueDate"
  from tickets t left join projects p on p.id = t.project_id
  where t.assignee_id = :userId and t.deleted_at is null and t.status not in ('done', 'cancelled')
    and (p.id is null or p.status = 'active')
  order by case when t.due_date is null then 1 else 0 end, t.due_date, t.priority_rank desc, t.id limit :limit;

-- countForDigestSql
select
    (select count(*) from tickets t left join projects p on p.id = t.project_id
      where t.assignee_id = :userId and t.deleted_at is null and t.status not in ('done', 'cancelled')
        and (p.id is null or p.status = 'active')) as open,
    (select count(*) from tickets t left join projects p on p.id = t.project_id
      where t.assignee_id = :userId and t.deleted_at is null and t.status not in ('done', 'cancelled')
        and t.due_date < :now and (p.id is null or p.status = 'active')) as overdue,
    (select count(*) from tickets where assignee_id = :userId and deleted_at is null
      and completed_at >= :since) as done,
    (select count(*) from notifications where user_id = :userId and read_at is null) as unread;


-- src/notifications/notification-store.ts

-- insertRows
insert into notifications (${insertColumns.map(([column]) => column).join()})
    values ${Array.from({ length: count }, (_, i) => `(${insertColumns.map(([, name]) => `:${name}${i}`).join()})`).join()}
    on conflict (user_id, event_id) do nothing returning id;

-- ofUser
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1)
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId and read_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1) and read_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and read_at is null
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and read_at is null
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId and read_at is null;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1) and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and snoozed_until is null and done_at is null
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId and snoozed_until is null and done_at is null;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId and snoozed_until is not null
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1) and snoozed_until is not null
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and snoozed_until is not null
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and snoozed_until is not null
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId and snoozed_until is not null;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId and done_at is not null
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1) and done_at is not null
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and done_at is not null
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and done_at is not null
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId and done_at is not null;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id <= :userId and user_id >= :userId and read_at is null and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id >= :userId and (user_id, created_at, id) < (:userId, :after0, :after1) and read_at is null and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and read_at is null and snoozed_until is null and done_at is null
  order by user_id desc, created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id <= :userId and user_id >= :userId and read_at is null and snoozed_until is null and done_at is null
  order by user_id asc, created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id <= :userId and user_id >= :userId and read_at is null and snoozed_until is null and done_at is null;

-- ofTicket
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id = :userId and ticket_id = :ticketId
  order by created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where (created_at, id) < (:after0, :after1) and user_id = :userId and ticket_id = :ticketId
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id = :userId and ticket_id = :ticketId
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id = :userId and ticket_id = :ticketId
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id = :userId and ticket_id = :ticketId;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where user_id = :userId and ticket_id = :ticketId and read_at is null
  order by created_at desc, id desc limit :limit;
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"
  from notifications 
  where (created_at, id) < (:after0, :after1) and user_id = :userId and ticket_id = :ticketId and read_at is null
  order by created_at desc, id desc limit :limit;
select created_at as after0, id as after1
  from notifications
  where user_id = :userId and ticket_id = :ticketId and read_at is null
  order by created_at desc, id desc limit 1 offset :offset;
select created_at as after0, id as after1
  from notifications
  where user_id = :userId and ticket_id = :ticketId and read_at is null
  order by created_at asc, id asc limit 1 offset :offset;
select count(*) as total from notifications where user_id = :userId and ticket_id = :ticketId and read_at is null;

-- countUnreadByKind
select kind, count(*) as total from notifications where user_id = :userId and read_at is null group by kind;

-- findNotification
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt" from notifications where id = :id and user_id = :userId;

-- listUnreadSubjects
select id, ticket_id as "ticketId", case when ticket_id is null then data else '{}' end as data
  from notifications where user_id = :userId and read_at is null and snoozed_until is null and done_at is null
  order by created_at desc, id desc limit :limit;

-- listNotificationsById
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt" from notifications where user_id = :userId and id in :ids[];

-- listDeletedOf
select id from tickets where id in :ids[] and deleted_at is not null;

-- updateMarks
update notifications set read_at = :readAt, snoozed_until = :snoozedUntil, done_at = :doneAt
  where id = :id and user_id = :userId;

-- listDueSnoozed
select id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt" from notifications where snoozed_until is not null and snoozed_until <= :now
  order by snoozed_until limit :limit;

-- wakeNotification
update notifications set snoozed_until = null, read_at = null
  where id = :id and snoozed_until is not null and snoozed_until <= :now;

-- listSnoozedOf
select id, user_id as "userId", ticket_id as "ticketId" from notifications
  where user_id in :userIds[] and ticket_id in :ticketIds[] and snoozed_until is not null;

-- endSnoozeOf
update notifications set snoozed_until = null where id in :ids[];

-- updateReadAt
update notifications set read_at = :readAt where id = :id and user_id = :userId;

-- markSomeRead
update notifications set read_at = :readAt where id in (
    select id from notifications where user_id = :userId and read_at is null limit :limit);

-- markSomeUnread
update notifications set read_at = null where id in (
    select id from notifications where user_id = :userId and read_at is not null
      and snoozed_until is null and done_at is null limit :limit);

-- deleteNotificationRow
delete from notifications where id = :id and user_id = :userId;

-- sweepNotificationRows
delete from notifications where id in (
    select id from notifications
    where created_at < :before or (created_at < :readBefore and read_at is not null and snoozed_until is null)
    order by created_at limit 500);

-- deleteNotificationsOfProject
delete from notifications where event_id in (select id from events where project_id = :projectId)
    and user_id in (select user_id from project_members where project_id = :projectId);


-- src/notifications/push/push-store.ts

-- findVapidKeys
select public_key as "publicKey", private_key as "privateKey" from push_keys where id = :id;

-- insertVapidKeys
insert into push_keys (id, public_key, private_key, created_at)
  values (:id, :publicKey, :privateKey, :createdAt) on conflict (id) do nothing;

-- upsertSubscription
insert into push_subscriptions (id, user_id, session_id, endpoint_hash, target, created_at)
  values (:id, :userId, :sessionId, :endpointHash, :target, :createdAt)
  on conflict (endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    created_at = excluded.created_at
  returning id;

-- findSubscription
select id, user_id as "userId", target from push_subscriptions where endpoint_hash = :endpointHash;

-- setTarget
update push_subscriptions set target = :target where id = :id;

-- deleteOldSubscriptions
delete from push_subscriptions where user_id = :userId and id not in (
    select id from push_subscriptions where user_id = :userId order by created_at desc, id desc limit :keep);

-- deleteOwnSubscription
delete from push_subscriptions where id = :id and user_id = :userId;

-- deleteSubscription
delete from push_subscriptions where id = :id;

-- insertPushes
insert into pushes (subscription_id, notification_id, due_at, created_at)
  select s.id, n.id, :now, :now from notifications n join push_subscriptions s on s.user_id = n.user_id
  where n.id in :ids[] on conflict (subscription_id, notification_id) do nothing;

-- listDuePushes
select p.subscription_id as "subscriptionId", p.notification_id as "notificationId", s.user_id as "userId", s.target,
    p.attempts, n.kind, n.event_type as "eventType", n.ticket_id as "ticketId", n.data, n.read_at as "readAt", p.created_at as "createdAt"
  from pushes p join push_subscriptions s on s.id = p.subscription_id join notifications n on n.id = p.notification_id
    and n.user_id = s.user_id
  where p.due_at <= :now order by p.due_at, p.subscription_id, p.notification_id limit :limit;

-- claimPush
update pushes set attempts = attempts + 1, due_at = :dueAt
  where subscription_id = :subscriptionId and notification_id = :notificationId and due_at <= :now;

-- postponePushes
update pushes set due_at = :dueAt where subscription_id = :subscriptionId and due_at < :dueAt;

-- deletePush
delete from pushes where subscription_id = :subscriptionId and notification_id = :notificationId;


-- src/notifications/reminders/reminder-store.ts

-- listRemindersOf
select r.id, r.user_id as "userId", r.ticket_id as "ticketId", r.remind_at as "remindAt",
  r.created_at as "createdAt", t.title, t.number, p.id as "projectId", p.name as "projectName", p.key as "projectKey" from reminders r join tickets t on t.id = r.ticket_id and t.deleted_at is null
  left join projects p on p.id = t.project_id where r.user_id = :userId order by r.remind_at, r.id;

-- findReminder
select r.id, r.user_id as "userId", r.ticket_id as "ticketId", r.remind_at as "remindAt",
  r.created_at as "createdAt", t.title, t.number, p.id as "projectId", p.name as "projectName", p.key as "projectKey" from reminders r join tickets t on t.id = r.ticket_id and t.deleted_at is null
  left join projects p on p.id = t.project_id where r.user_id = :userId and r.ticket_id = :ticketId;

-- countReminders
select count(*) as total from reminders where user_id = :userId;

-- saveReminder
insert into reminders (id, user_id, ticket_id, remind_at, created_at)
  values (:id, :userId, :ticketId, :remindAt, :createdAt)
  on conflict (user_id, ticket_id) do update set remind_at = excluded.remind_at;

-- deleteReminderOf
delete from reminders where user_id = :userId and ticket_id = :ticketId;

-- listRemindedTickets
select t.id from reminders r join tickets t on t.id = r.ticket_id
  where r.user_id = :userId and t.project_id = :projectId;

-- listDueReminders
select id from reminders where remind_at <= :now order by remind_at limit :limit;

-- findDueReminder
select r.id, r.user_id as "userId", r.ticket_id as "ticketId", r.remind_at as "remindAt",
  r.created_at as "createdAt", t.title, t.number, p.id as "projectId", p.name as "projectName", p.key as "projectKey" from reminders r left join tickets t on t.id = r.ticket_id and t.deleted_at is null
  left join projects p on p.id = t.project_id where r.id = :id and r.remind_at <= :now;

-- takeReminder
delete from reminders where id = :id and remind_at <= :now;


-- src/oauth/client-store.ts

-- insertClient
insert into oauth_clients (id, name, redirect_uris, created_at) values (:id, :name, :redirectUris, :createdAt);

-- findRegisteredClient
select id, name, redirect_uris as "redirectUris", created_at as "createdAt" from oauth_clients where id = :id;

-- markClientUsed
update oauth_clients set used_at = :now where id = :id;

-- countUnusedClients
select count(*) as total from oauth_clients where used_at is null;

-- deleteOldestUnusedClient
delete from oauth_clients where id in (
    select id from oauth_clients where used_at is null order by created_at, id limit 1);

-- deleteUnusedClients
delete from oauth_clients where (used_at is null and created_at <= :unusedBefore) or used_at <= :usedBefore;


-- src/outbound-webhooks/audience-store.ts

-- listOwnerAccess
select e.id as "eventId", u.id as "userId", u.role as "instanceRole", pm.role, wm.role as "workspaceRole",
  u.agent_owner_id as "agentOwnerId", coalesce(o.active, 1) as "agentOwnerActive", coalesce(om.role, ow.role) as "agentOwnerRole",
  k.id as "accessWorkspaceId",
  p.visibility, p.status as "projectStatus", k.kind as "workspaceKind",
  t.reporter_id as "reporterId", t.assignee_id as "assigneeId"
  from events e join users u on u.id in :owners[] and u.active = 1 left join projects p on p.id = e.project_id
  left join workspaces k on k.id = coalesce(p.workspace_id, e.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = k.id and wm.user_id = u.id
  left join users o on o.id = u.agent_owner_id
  left join project_members om on om.project_id = p.id and om.user_id = u.agent_owner_id
  left join workspace_members ow on p.id is null and ow.workspace_id = k.id and ow.user_id = u.agent_owner_id
  left join tickets t on t.id = e.ticket_id
  where e.id in :eventIds[];


-- src/outbound-webhooks/delivery-list-store.ts

-- listDeliveryRows
select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.state, d.lane as queue, d.attempts,
  d.next_at as "nextAt", d.status_code as "statusCode", d.error, d.created_at as "createdAt",
  d.finished_at as "finishedAt", e.id as "eventId", e.type, e.occurred_at as "occurredAt" from webhook_deliveries d ${filter.types ? joinEvents : ''} ${filter.types ? '' : joinEvents} where ${filterSql(filter)} order by ${[byNumber('d.event_seq', 'desc', ({ eventSeq }) => eventSeq)]} limit :limit;
select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.state, d.lane as queue, d.attempts,
  d.next_at as "nextAt", d.status_code as "statusCode", d.error, d.created_at as "createdAt",
  d.finished_at as "finishedAt", e.id as "eventId", e.type, e.occurred_at as "occurredAt" from webhook_deliveries d ${filter.types ? joinEvents : ''} ${filter.types ? '' : joinEvents} where ${filterSql(filter)} and ${after} order by ${[byNumber('d.event_seq', 'desc', ({ eventSeq }) => eventSeq)]} limit :limit;
select ${after} from webhook_deliveries d ${filter.types ? joinEvents : ''} where ${filterSql(filter)} order by ${[byNumber('d.event_seq', 'desc', ({ eventSeq }) => eventSeq)]} limit 1 offset :offset;
select count(*) as total from webhook_deliveries d ${filter.types ? joinEvents : ''} where ${filterSql(filter)};

-- attempts
select number, attempted_at as at, duration_ms as "durationMs", status_code as "statusCode", error, signature,
    standard_signature as "standardSignature", response_body as "responseBody" from webhook_attempts
  where webhook_number = :webhookNumber and event_seq = :eventSeq
  union all
  select attempts as number, attempted_at as at, duration_ms as "durationMs", status_code as "statusCode", error, signature,
    standard_signature as "standardSignature", response_body as "responseBody" from webhook_deliveries
  where webhook_number = :webhookNumber and event_seq = :eventSeq and attempted_at is not null
  order by number;

-- findDeliveryOfEvent
select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.state, d.lane as queue, d.attempts,
  d.next_at as "nextAt", d.status_code as "statusCode", d.error, d.created_at as "createdAt",
  d.finished_at as "finishedAt", e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.data from webhook_deliveries d join events e on e.seq = d.event_seq where d.webhook_number = :webhookNumber and e.id = :eventId;

-- findDelivery
select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.state, d.lane as queue, d.attempts,
  d.next_at as "nextAt", d.status_code as "statusCode", d.error, d.created_at as "createdAt",
  d.finished_at as "finishedAt", e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.data from webhook_deliveries d join events e on e.seq = d.event_seq where d.webhook_number = :webhookNumber and d.event_seq = :eventSeq;

-- restartDelivery
update webhook_deliveries set state = 'pending', lane = 1, tries = 0, next_at = :now, finished_at = null where webhook_number = :webhookNumber and event_seq = :eventSeq;

-- restartFailed
update webhook_deliveries set state = 'pending', lane = 1, tries = 0, next_at = :now, finished_at = null
  where webhook_number = :webhookNumber and event_seq in (
    select d.event_seq from webhook_deliveries d
    where d.webhook_number = :webhookNumber and d.state = 'failed' and d.created_at >= :since limit :limit);

-- listEventsInRange
select e.seq, e.id, e.type, e.workspace_id as "workspaceId", e.project_id as "projectId",
    e.ticket_id as "ticketId", u.id as "userId", u.role as "instanceRole", pm.role, wm.role as "workspaceRole",
  u.agent_owner_id as "agentOwnerId", coalesce(o.active, 1) as "agentOwnerActive", coalesce(om.role, ow.role) as "agentOwnerRole",
  k.id as "accessWorkspaceId",
  p.visibility, p.status as "projectStatus", k.kind as "workspaceKind",
  t.reporter_id as "reporterId", t.assignee_id as "assigneeId"
  from events e
  join users u on u.id = :ownerId
  left join projects p on p.id = e.project_id
  left join workspaces k on k.id = coalesce(p.workspace_id, e.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = k.id and wm.user_id = u.id
  left join users o on o.id = u.agent_owner_id
  left join project_members om on om.project_id = p.id and om.user_id = u.agent_owner_id
  left join workspace_members ow on p.id is null and ow.workspace_id = k.id and ow.user_id = u.agent_owner_id
  left join tickets t on t.id = e.ticket_id
  where e.id > :after and e.id < :until and e.type in :types[]
  order by e.id limit :limit;

-- upsertReplayedDeliveries
insert into webhook_deliveries (${['webhook_number', 'event_seq', 'state', 'lane', 'next_at', 'created_at']}) values … on conflict (webhook_number, event_seq) do update set state = 'pending', lane = 1, tries = 0,
  next_at = excluded.next_at, created_at = excluded.created_at, finished_at = null
  where webhook_deliveries.state <> 'pending';


-- src/outbound-webhooks/delivery/delivery-store.ts

-- insertDeliveries
insert into webhook_deliveries (webhook_number, event_seq, state, lane, next_at, created_at)
  select w.number, e.seq, 'pending', 0, e.seq, e.occurred_at
  from webhooks w, events e where w.id in :webhookIds[] and e.id in :eventIds[];

-- holders
select distinct lease as holder from webhooks where lease is not null;

-- listDueWebhooks
select w.id, w.number, w.owner_id as "ownerId" from webhooks w
  where w.active = 1 and w.deleted_at is null
  and (select u.active from users u where u.id = w.owner_id) = 1 and (w.lease is null or w.lease = :lease or w.lease_until <= :now) and ((select 1 from webhook_deliveries d
    where d.webhook_number = w.number and d.state = 'pending' and d.lane = 0 limit 1) is not null or (select 1 from webhook_deliveries d
    where d.webhook_number = w.number and d.state = 'pending' and d.lane = 1 and d.next_at <= :now limit 1) is not null)
  order by row_number() over (partition by w.owner_id order by coalesce(w.lease_until, 0), w.number), w.number;

-- listSendableWebhooks
select w.number, w.id, w.url, w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.whole_instance as "wholeInstance" from webhooks w where w.id in :ids[] and w.active = 1 and w.deleted_at is null
  and (select u.active from users u where u.id = w.owner_id) = 1;

-- acquireWebhooks
update webhooks set lease = :lease, lease_until = :until
  where id in :ids[] and (lease is null or lease = :lease or lease_until <= :now)
  returning id, number, owner_id as "ownerId";

-- releaseWebhooksOfEnded
update webhooks set lease = null where lease in :holders[];

-- releaseAllWebhooks
update webhooks set lease = null, lease_until = null where lease = :lease;

-- releaseWebhooks
update webhooks set lease = null where id in :ids[] and lease = :lease;

-- listDueDeliveries
select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.lane as queue, d.attempts, d.tries,
      e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.workspace_id as "workspaceId",
      e.project_id as "projectId", e.ticket_id as "ticketId", e.data, ${ownerAccessColumns}
    from (${parts.join(' union all ')}) d
    join webhooks w on w.number = d.webhook_number
    join users u on u.id = w.owner_id
    join events e on e.seq = d.event_seq
    ${ownerAccessJoins};

-- updateDeliveries
insert into webhook_deliveries (${Object.keys(resultColumns)}) values … on conflict (webhook_number, event_seq) do update set state = excluded.state, lane = excluded.lane,
  attempts = excluded.attempts, tries = excluded.tries, next_at = excluded.next_at,
  finished_at = excluded.finished_at, attempted_at = excluded.attempted_at, duration_ms = excluded.duration_ms,
  status_code = excluded.status_code, error = excluded.error, signature = excluded.signature,
  standard_signature = excluded.standard_signature, response_body = excluded.response_body
  where webhook_deliveries.attempts = excluded.attempts - case when excluded.attempted_at is null then 0 else 1 end;

-- archiveAttempt
insert into webhook_attempts (webhook_number, event_seq, number, attempted_at, duration_ms, status_code, error,
    signature, standard_signature, response_body)
  select webhook_number, event_seq, attempts, attempted_at, duration_ms, status_code, error, signature,
    standard_signature, response_body
  from webhook_deliveries
  where webhook_number = :webhookNumber and event_seq = :eventSeq and attempts = :attempts and attempted_at is not null
  on conflict do nothing;

-- updateWebhookHealth
update webhooks set last_delivery_at = :at,
    failure_count = case when :hasSuccess = 1 then 0 else failure_count + :failures end,
    failing_since = case when :hasSuccess = 1 then null else coalesce(failing_since, :at) end
  where number = :number
  returning id, active, failing_since as "failingSince", failure_count as "failureCount";

-- clampRetries
update webhook_deliveries set next_at = :now
  where webhook_number in (select number from webhooks) and state = 'pending' and lane = 1 and next_at > :bound
    and tries = :tries;

-- clampLeases
update webhooks set lease_until = :bound where lease_until > :bound;

-- findDueDeliveries
select
    (select count(*) from (
      select 1 as one from webhooks w join webhook_deliveries d on d.webhook_number = w.number
      where w.active = 1 and d.state = 'pending' and (d.lane = 0 or d.next_at <= :now) limit :max) due) as waiting,
    (select min(since) from (
      select (select d.created_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 0 order by d.next_at limit 1) as since
      from webhooks w where w.active = 1
      union all
      select (select d.next_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 1 and d.next_at <= :now
        order by d.next_at limit 1) as since
      from webhooks w where w.active = 1) heads) as oldest;


-- src/outbound-webhooks/delivery/prune-store.ts

-- deleteAttempts
delete from webhook_attempts where webhook_number = :webhookNumber and event_seq in (select event_seq from webhook_deliveries
    where webhook_number = :webhookNumber and event_seq < :eventSeqBefore and created_at < :createdBefore
    order by event_seq limit :limit);

-- deleteDeliveries
delete from webhook_deliveries where webhook_number = :webhookNumber and event_seq in (select event_seq from webhook_deliveries
    where webhook_number = :webhookNumber and event_seq < :eventSeqBefore and created_at < :createdBefore
    order by event_seq limit :limit);

-- hasDeliveries
select event_seq as "eventSeq" from webhook_deliveries where webhook_number = :webhookNumber limit 1;

-- findFirstEventSeq
select seq from events where id >= :id order by id limit 1;


-- src/outbound-webhooks/targets/webhook-target-store.ts

-- listTargets
select t.id, t.target, t.note, t.added_at as "addedAt", u.id as "addedById", u.name as "addedByName" from webhook_targets t left join users u on u.id = t.added_by order by t.target;

-- findTarget
select t.id, t.target, t.note, t.added_at as "addedAt", u.id as "addedById", u.name as "addedByName" from webhook_targets t left join users u on u.id = t.added_by where t.id = :id;

-- listTargetNames
select target from webhook_targets order by target;

-- insertTarget
insert into webhook_targets (id, target, note, added_at, added_by)
  values (:id, :target, :note, :addedAt, :addedById) on conflict (target) do nothing;

-- deleteTarget
delete from webhook_targets where id = :id;


-- src/outbound-webhooks/webhook-store.ts

-- ofOwner
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"
  from webhooks w 
  where w.deleted_at is null and w.owner_id = :ownerId
  order by w.created_at desc, w.number desc limit :limit;
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"
  from webhooks w 
  where (w.created_at, w.number) < (:after0, :after1) and w.deleted_at is null and w.owner_id = :ownerId
  order by w.created_at desc, w.number desc limit :limit;
select w.created_at as after0, w.number as after1
  from webhooks w
  where w.deleted_at is null and w.owner_id = :ownerId
  order by w.created_at desc, w.number desc limit 1 offset :offset;
select w.created_at as after0, w.number as after1
  from webhooks w
  where w.deleted_at is null and w.owner_id = :ownerId
  order by w.created_at asc, w.number asc limit 1 offset :offset;
select count(*) as total from webhooks w where w.deleted_at is null and w.owner_id = :ownerId;

-- insertWebhookSql
insert into webhooks (id, owner_id, url, events, description, project_id, whole_instance, active, disabled_because,
    disabled_at, secret, created_at, updated_at)
  values (:id, :ownerId, :url, :events, :description, :projectId, :wholeInstance, :active, :disabledBecause,
    :disabledAt, :secret, :createdAt, :createdAt);

-- findWebhook
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt" from webhooks w where w.id = :id and w.deleted_at is null;

-- lockWebhook
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt" from webhooks w where w.id = :id and w.deleted_at is null for update;

-- listAllWebhooks
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"
  from webhooks w 
  where w.deleted_at is null
  order by w.created_at desc, w.number desc limit :limit;
select w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"
  from webhooks w 
  where (w.created_at, w.number) < (:after0, :after1) and w.deleted_at is null
  order by w.created_at desc, w.number desc limit :limit;
select w.created_at as after0, w.number as after1
  from webhooks w
  where w.deleted_at is null
  order by w.created_at desc, w.number desc limit 1 offset :offset;
select w.created_at as after0, w.number as after1
  from webhooks w
  where w.deleted_at is null
  order by w.created_at asc, w.number asc limit 1 offset :offset;
select count(*) as total from webhooks w where w.deleted_at is null;

-- updateWebhookRow
update webhooks set url = :url, events = :events, description = :description, project_id = :projectId,
    whole_instance = :wholeInstance, active = :active, disabled_because = :disabledBecause, disabled_at = :disabledAt,
    probe_at = case when :active = 1 then null else probe_at end, updated_at = :updatedAt, version = version + 1
  where number = :number;

-- clearWebhookFailures
update webhooks set failure_count = 0, failing_since = null where number = :number;

-- replaceSecret
update webhooks set secret = :secret, old_secret = :oldSecret, old_secret_until = :oldSecretUntil,
    updated_at = :now, version = version + 1
  where number = :number;

-- disableWebhookRow
update webhooks set active = 0, disabled_because = :because, disabled_at = :now, probe_at = :probeAt, updated_at = :now,
    version = version + 1
  where number = :number and active = 1;

-- enableWebhookRow
update webhooks set active = 1, disabled_because = null, disabled_at = null, probe_at = null, failure_count = 0,
    failing_since = null, updated_at = :now, version = version + 1
  where number = :number and active = 0 and disabled_because = 'failing' and deleted_at is null;

-- markWebhookDeleted
update webhooks set deleted_at = :now, active = 0, probe_at = null where number = :number;

-- deleteWebhookRow
delete from webhooks where number = :number;

-- listDeletedWebhooks
select number from webhooks where deleted_at < :before;

-- listWebhookNumbers
select number from webhooks order by number;

-- listActiveSubscriptions
select number, id, owner_id as "ownerId", events, project_id as "projectId", whole_instance as "wholeInstance"
  from webhooks where active = 1 and deleted_at is null order by number;

-- dueProbes
select w.number, w.id, w.url, w.secret, w.old_secret as "oldSecret", w.old_secret_until as "oldSecretUntil",
    w.owner_id as "ownerId", w.disabled_at as "disabledAt", u.name as "ownerName"
  from webhooks w join users u on u.id = w.owner_id
  where w.probe_at <= :now and w.active = 0 and w.disabled_because = 'failing' and w.deleted_at is null and u.active = 1
  order by w.probe_at limit :limit for update of w skip locked;

-- scheduleProbe
update webhooks set probe_at = :probeAt where number = :number;

-- owner
select u.name, (select k.id from workspaces k where k.owner_id = u.id and k.kind = 'personal') as "workspaceId"
  from users u where u.id = :id;


-- src/platform/count-roll-up.ts

-- addToCounts
insert into ${name} (${[...key, ...sums]}) values … on conflict (${key.join()}) do update set ${added.join()};

-- changeQueue
select seq from list_count_changes order by seq limit 1 offset :offset;
select seq from ticket_count_changes order by seq limit 1 offset :offset;


-- src/platform/http/idempotency-store.ts

-- findStatement
select request_hash as "requestHash", result, status, body from idempotency_keys
  where caller_id = :callerId and key = :key and created_at > :since;

-- claimStatement
insert into idempotency_keys (caller_id, key, request_hash, created_at)
  values (:callerId, :key, :requestHash, :now)
  on conflict (caller_id, key) do update
  set request_hash = excluded.request_hash, created_at = excluded.created_at, result = null, status = null, body = null
  where idempotency_keys.created_at <= :since;

-- saveResultStatement
update idempotency_keys set result = :result where caller_id = :callerId and key = :key;

-- saveStatement
update idempotency_keys set status = :status, body = :body, result = null
  where caller_id = :callerId and key = :key and body is null;

-- sweepStatement
delete from idempotency_keys where (caller_id, key) in (
    select caller_id, key from idempotency_keys where created_at <= :since limit :limit);


-- src/platform/instance-facts.ts

-- findFact
select value from instance_facts where name = :name;

-- claimFact
insert into instance_facts (name, value) values (:name, :value) on conflict (name) do nothing;

-- saveFact
insert into instance_facts (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value;

-- removeFact
delete from instance_facts where name = :name;


-- src/platform/list-counts/list-count-store.ts

-- readListCount
select cast(coalesce((select sum(total) from list_counts where list = :list and owner in :owners[]), 0)
    + coalesce((select sum(change) from list_count_changes where list = :list and owner in :owners[]), 0) as bigint) as total;

-- takeOldest
delete from list_count_changes where seq <= (select max(o.seq) from (select seq from list_count_changes order by seq limit :limit) o)
  returning list, owner, change;


-- src/platform/secret-box/sealed-column.ts

-- sealedColumn
select user_id as id, secret_sealed as sealed from second_factors where secret_sealed not like :start limit :limit;
select project_id as id, token_sealed as sealed from project_code_hosts where token_sealed not like :start limit :limit;
select id as id, secret_sealed as sealed from project_inbound_secrets where secret_sealed not like :start limit :limit;
select id as id, token_sealed as sealed from intake_channels where token_sealed not like :start limit :limit;
select id as id, target as sealed from push_subscriptions where target not like :start limit :limit;
select id as id, private_key as sealed from push_keys where private_key not like :start limit :limit;
select id as id, secret as sealed from webhooks where secret not like :start limit :limit;
select id as id, old_secret as sealed from webhooks where old_secret not like :start limit :limit;
select id as id, private_key as sealed from seal_keys where private_key not like :start limit :limit;

-- sealedColumn
select user_id as id, secret_sealed as sealed from second_factors
    where secret_sealed is not null and user_id > :after order by user_id limit :limit;
select project_id as id, token_sealed as sealed from project_code_hosts
    where token_sealed is not null and project_id > :after order by project_id limit :limit;
select id as id, secret_sealed as sealed from project_inbound_secrets
    where secret_sealed is not null and id > :after order by id limit :limit;
select id as id, token_sealed as sealed from intake_channels
    where token_sealed is not null and id > :after order by id limit :limit;
select id as id, target as sealed from push_subscriptions
    where target is not null and id > :after order by id limit :limit;
select id as id, private_key as sealed from push_keys
    where private_key is not null and id > :after order by id limit :limit;
select id as id, secret as sealed from webhooks
    where secret is not null and id > :after order by id limit :limit;
select id as id, old_secret as sealed from webhooks
    where old_secret is not null and id > :after order by id limit :limit;
select id as id, private_key as sealed from seal_keys
    where private_key is not null and id > :after order by id limit :limit;

-- sealedColumn
update second_factors set secret_sealed = :resealed where user_id = :id and secret_sealed = :sealed;
update project_code_hosts set token_sealed = :resealed where project_id = :id and token_sealed = :sealed;
update project_inbound_secrets set secret_sealed = :resealed where id = :id and secret_sealed = :sealed;
update intake_channels set token_sealed = :resealed where id = :id and token_sealed = :sealed;
update push_subscriptions set target = :resealed where id = :id and target = :sealed;
update push_keys set private_key = :resealed where id = :id and private_key = :sealed;
update webhooks set secret = :resealed where id = :id and secret = :sealed;
update webhooks set old_secret = :resealed where id = :id and old_secret = :sealed;
update seal_keys set private_key = :resealed where id = :id and private_key = :sealed;


-- src/project-memory/note-store.ts

-- listNotesSql
select n.id, n.project_id as "projectId", n.text, n.tags, n.state, n.created_by as "createdBy",
  u.name as "authorName", n.accepted_by as "acceptedBy", n.version, n.created_at as "createdAt", n.updated_at as "updatedAt"
  from project_notes n left join users u on u.id = n.created_by where n.project_id = :projectId order by n.updated_at desc, n.id desc;

-- lockNoteSql
select n.id, n.project_id as "projectId", n.text, n.tags, n.state, n.created_by as "createdBy",
  u.name as "authorName", n.accepted_by as "acceptedBy", n.version, n.created_at as "createdAt", n.updated_at as "updatedAt"
  from project_notes n left join users u on u.id = n.created_by where n.id = :id for update of n;

-- countNotes
select count(*) as total from project_notes where project_id = :projectId;

-- insertNoteSql
insert into project_notes (id, project_id, text, tags, state, created_by, accepted_by, version, created_at, updated_at)
  values (:id, :projectId, :text, :tags, :state, :createdBy, :acceptedBy, :version, :createdAt, :updatedAt);

-- updateNoteSql
update project_notes set text = :text, tags = :tags, state = :state, accepted_by = :acceptedBy, version = :version,
    updated_at = :updatedAt
  where id = :id;

-- deleteNoteRow
delete from project_notes where id = :id;


-- src/projects/automation-store.ts

-- findAutomation
select move_tickets as "moveTickets", open_tickets as "openTickets", move_with_tasks as "moveWithTasks",
    mentions_start_tasks as "mentionsStartTasks", recheck, publish_docs as "publishDocs",
    status_rules as "statusRules"
  from project_automation where project_id = :projectId;

-- upsertAutomation
insert into project_automation
    (project_id, move_tickets, open_tickets, move_with_tasks, mentions_start_tasks, recheck, publish_docs,
      status_rules)
  values (:projectId, :moveTickets, :openTickets, :moveWithTasks, :mentionsStartTasks, :recheck, :publishDocs,
    :statusRules)
  on conflict (project_id) do update set move_tickets = excluded.move_tickets, open_tickets = excluded.open_tickets,
    move_with_tasks = excluded.move_with_tasks, mentions_start_tasks = excluded.mentions_start_tasks,
    recheck = excluded.recheck, publish_docs = excluded.publish_docs, status_rules = excluded.status_rules;

-- listWorkingAgents
select u.id from users u join project_members m on m.user_id = u.id and m.project_id = :projectId
  where u.id in :agentIds[] and u.agent_owner_id is not null and u.active = 1 and m.role <> 'viewer';

-- workingAgentsNamed
select u.id from users u join project_members m on m.user_id = u.id and m.project_id = :projectId
  where u.name_folded = :nameFolded and u.agent_owner_id is not null and u.active = 1 and m.role <> 'viewer'
  order by u.id limit 2;

-- withRules
select project_id as id from project_automation where project_id in :projectIds[] and status_rules is not null
  union select project_id from project_workflows where project_id in :projectIds[] and has_start_rules = 1;


-- src/projects/docs-reports/docs-report-store.ts

-- reportingProjects
select a.project_id as id from project_automation a
  join projects p on p.id = a.project_id and p.status = 'active'
  join project_repositories r on r.project_id = a.project_id and r.name_folded = :repository
  where a.project_id in :projectIds[] and a.publish_docs = 1;

-- upsertDueReport
insert into docs_reports (id, project_id, host_kind, repository, kind, subject, mark, due_at, created_at, updated_at)
  values (:id, :projectId, :hostKind, :repository, :kind, :subject, :mark, :now, :now, :now)
  on conflict (project_id, host_kind, repository, kind, subject) do update
    set due_at = excluded.due_at, marked = docs_reports.marked + 1, attempts = 0, updated_at = excluded.updated_at;

-- listDueReports
select r.id 
  from docs_reports r join projects p on p.id = r.project_id and p.status = 'active'
  where r.due_at <= :now and (r.taken_until is null or r.taken_until <= :now) order by r.due_at, r.id limit :limit;

-- take
update docs_reports set taken_until = :until
  where id = :id and due_at <= :now and (taken_until is null or taken_until <= :now);

-- findReport
select r.id, r.project_id as "projectId", r.host_kind as "hostKind", r.repository, r.kind, r.subject, r.mark,
  r.marked, r.attempts, r.state from docs_reports r where r.id = :id;

-- setReportHost
update docs_reports set host = :host, mark = :mark, state = :state where id = :id;

-- findReportOnHost
select r.id, r.project_id as "projectId", r.host_kind as "hostKind", r.repository, r.kind, r.subject, r.mark,
  r.marked, r.attempts, r.state, r.taken_until as "takenUntil" from docs_reports r
  where r.host = :host and r.repository = :repository and r.kind = :kind and r.subject = :subject and r.id <> :id;

-- makeReportDue
update docs_reports set due_at = :now, marked = marked + 1, attempts = 0, updated_at = :now where id = :id;

-- withdrawReport
update docs_reports set host = null, due_at = null, state = null where id = :id;

-- finishReport
update docs_reports
  set taken_until = null, state = :state, error = :error, updated_at = :now,
    due_at = case when marked = :marked then :dueAt else due_at end,
    attempts = case when marked = :marked then :attempts else 0 end
  where id = :id and taken_until = :until;


-- src/projects/member-store.ts

-- members
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"
  from project_members m join users u on u.id = m.user_id
  where m.project_id = :projectId
  order by m.joined_at asc, m.user_id asc limit :limit;
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"
  from project_members m join users u on u.id = m.user_id
  where (m.joined_at, m.user_id) > (:after0, :after1) and m.project_id = :projectId
  order by m.joined_at asc, m.user_id asc limit :limit;
select m.joined_at as after0, m.user_id as after1
  from project_members m
  where m.project_id = :projectId
  order by m.joined_at asc, m.user_id asc limit 1 offset :offset;
select m.joined_at as after0, m.user_id as after1
  from project_members m
  where m.project_id = :projectId
  order by m.joined_at desc, m.user_id desc limit 1 offset :offset;
select count(*) as total from project_members m where m.project_id = :projectId;

-- findMember
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt" from project_members m join users u on u.id = m.user_id where m.project_id = :projectId and m.user_id = :userId;

-- findAgentLimit
select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_project_limits l on l.agent_id = a.id and l.project_id = :projectId where a.id = :userId;

-- lockAgentsOfMember
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt" from project_members m join users u on u.id = m.user_id where m.project_id = :projectId and u.agent_owner_id = :userId order by m.joined_at, u.id for update of m;

-- findOtherOwner
select user_id as "userId" from project_members
  where project_id = :projectId and role = 'owner' and user_id <> :userId order by joined_at, user_id limit 1;

-- insertMember
insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now);

-- saveMember
insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now)
  on conflict (project_id, user_id) do update set role = excluded.role;

-- updateMemberRole
update project_members set role = :role where project_id = :projectId and user_id = :userId;

-- deleteMember
delete from project_members where project_id = :projectId and user_id = :userId;

-- updateProjectOwner
update projects set owner_id = :ownerId where id = :projectId;

-- administered
select distinct p.workspace_id as "workspaceId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('admin', 'owner');

-- listProjectAdmins
select user_id as "userId" from project_members where project_id = :projectId and role in ('admin', 'owner');


-- src/projects/people-store.ts

-- inProjects
select u.id, u.name, u.image, u.active as "isActive",
  case when u.agent_owner_id is null then 0 else 1 end as "isAgent" from users u where u.id in (
    select user_id from project_members where project_id in :projectIds[]
    union
    select g.user_id from ticket_guests g join users d on d.id = g.user_id
    where g.home_id in :projectIds[] and d.active = 0
    union
    select m.user_id from workspace_members o join workspace_members m on m.workspace_id = o.workspace_id
    where o.user_id = :userId)
  order by u.active desc, u.id limit :limit;

-- listFoundPeople
select ${columns}, u.email, u.name_folded as "nameFolded" from users u  where ${['u.active = 1', `u.id in (${members})`, ...words.map((_, index) => startsWord(index))].join(
      ' and ',
    )} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit :limit;
select ${columns}, u.email, u.name_folded as "nameFolded" from users u  where ${['u.active = 1', `u.id in (${members})`, ...words.map((_, index) => startsWord(index))].join(
      ' and ',
    )} and ${after} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit :limit;
select ${after} from users u where ${['u.active = 1', `u.id in (${members})`, ...words.map((_, index) => startsWord(index))].join(
      ' and ',
    )} order by ${[
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ]} limit 1 offset :offset;
select count(*) as total from users u where ${['u.active = 1', `u.id in (${members})`, ...words.map((_, index) => startsWord(index))].join(
      ' and ',
    )};

-- listPeopleNamed
select u.id, u.name_folded as "nameFolded", u.email_folded as "emailFolded" from users u
    where (u.name_folded in :names[] or u.email_folded in :names[])
      and (u.id = :userId or u.id in (${scope.keyProjects ? ofKey : ofUser}));


-- src/projects/project-list-store.ts

-- allReadable
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.status <> 'deleted' and p.id in (
  select project_id from project_members where user_id = :userId
  union
  select o.id from projects o join workspaces w on w.id = o.workspace_id
  where o.visibility = 'public' and (w.kind = 'personal'
    or exists (select 1 from workspace_members wm where wm.workspace_id = w.id and wm.user_id = :userId))) order by case when pm.role is null then 1 else 0 end, p.name_folded, p.id limit :limit;

-- readableByKey
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.status <> 'deleted' and p.id in (
  select project_id from project_members where user_id = :userId
  union
  select o.id from projects o join workspaces w on w.id = o.workspace_id
  where o.visibility = 'public' and (w.kind = 'personal'
    or exists (select 1 from workspace_members wm where wm.workspace_id = w.id and wm.user_id = :userId))) and p.id in :keyProjects[] order by case when pm.role is null then 1 else 0 end, p.name_folded, p.id limit :limit;

-- findProjectDetails
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage",
  h.ticket_count as "ticketCount",
  (select count(*) from project_members pm where pm.project_id = p.id) as "memberCount",
  (select pm.user_id from project_members pm where pm.project_id = p.id and pm.user_id = p.lead_id) as "leadId",
  p.target_date as "targetDate", p.triage as "hasTriage", nu.health, nu.created_at as "healthAt" from projects p join users u on u.id = p.owner_id join ticket_homes h on h.id = p.id
  left join project_updates nu on nu.id = (select pu.id from project_updates pu where pu.project_id = p.id
    order by pu.created_at desc, pu.id desc limit 1) where p.id = :id;

-- listProjectRows
select ${detailColumns}, ${sort === 'relevance' ? relevance : 0} as relevance from projects p ${detailJoins} where ${where} order by ${sortKeys(sort, order)} limit :limit;
select ${detailColumns}, ${sort === 'relevance' ? relevance : 0} as relevance from projects p ${detailJoins} where ${where} and ${after} order by ${sortKeys(sort, order)} limit :limit;
select ${after} from projects p where ${where} order by ${sortKeys(sort, order)} limit 1 offset :offset;
select count(*) as total from projects p where ${where};


-- src/projects/project-store.ts

-- byId
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.id = :ref;

-- byKey
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.id = (select project_id from project_keys where key_folded = :ref);

-- keyHolder
select project_id as "projectId" from project_keys where key_folded = :keyFolded;

-- insertKey
insert into project_keys (key_folded, project_id) values (:keyFolded, :projectId);

-- byIds
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.id in :ids[];

-- lockById
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.id = :ref for update of p;

-- lockByKey
select p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind",
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId where p.id = (select project_id from project_keys where key_folded = :ref) for update of p;

-- claimKey
insert into project_keys (key_folded, project_id) values (:keyFolded, :projectId) on conflict do nothing;

-- setKey
update projects set key = :key where id = :id;

-- insert
insert into projects (id, workspace_id, owner_id, name, name_folded, description, description_folded, key, status,
    visibility, estimate_unit, created_at, updated_at)
  values (:id, :workspaceId, :ownerId, :name, :nameFolded, :description, :descriptionFolded, :key, :status,
    :visibility, :estimateUnit, :createdAt, :updatedAt);

-- updateProjectRowSql
update projects set workspace_id = :workspaceId, owner_id = :ownerId, name = :name, name_folded = :nameFolded,
    description = :description, description_folded = :descriptionFolded, key = :key, status = :status,
    visibility = :visibility, estimate_unit = :estimateUnit, version = :version, updated_at = :updatedAt
  where id = :id;

-- findProjectPlan
select lead_id as "leadId", target_date as "targetDate", triage from projects where id = :id;

-- updateProjectPlan
update projects set lead_id = :leadId, target_date = :targetDate, triage = :triage where id = :id;

-- touch
update projects set version = :version, updated_at = :updatedAt where id = :id;

-- updateWorkflow
update projects set workflow = :workflow, version = :version, updated_at = :updatedAt where id = :id;

-- updateGates
update projects set gates = :gates, version = :version, updated_at = :updatedAt where id = :id;

-- countOwnField
update projects set field_count = field_count + 1 where id = :projectId;

-- markProjectDeleted
update projects set status_before_delete = status, status = 'deleted', version = version + 1, updated_at = :now
  where id = :id;

-- unmarkProjectDeleted
update projects set status = coalesce(status_before_delete, 'active'), status_before_delete = null,
    version = version + 1, updated_at = :now
  where id = :id;

-- forgetKeys
delete from project_keys where project_id = :projectId;

-- setAside
update projects set key = :key, workspace_id = :workspaceId where id = :projectId;


-- src/projects/repositories/repository-link-store.ts

-- findLink
select r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName" from project_repositories r join projects p on p.id = r.project_id left join users l on l.id = r.linked_by left join users d on d.id = r.decided_by where r.id = :id and p.status <> 'deleted';

-- lockById
select id from project_repositories where id = :id for update;

-- decideLink
update project_repositories set state = :state, decided_at = :now, decided_by = :by where id = :id;

-- listRepositoryLinks
select r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName" from project_repositories r join projects p on p.id = r.project_id left join users l on l.id = r.linked_by left join users d on d.id = r.decided_by where r.project_id = :projectId order by r.name_folded;

-- allLinks
select r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName" from project_repositories r join projects p on p.id = r.project_id left join users l on l.id = r.linked_by left join users d on d.id = r.decided_by
  where p.status <> 'deleted' and r.state = coalesce(:state, r.state)
  order by p.key, r.name_folded;

-- countWaitingLinks
select count(*) as total from project_repositories r join projects p on p.id = r.project_id where r.state = 'waiting' and p.status <> 'deleted';

-- listLinkRows
select r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName" from ${tables} ${people} where ${[
      "p.status <> 'deleted'",
      ...(state === undefined ? [] : ['r.state = :state']),
      ...(projectId === undefined ? [] : ['r.project_id = :projectId']),
    ].join(' and ')} order by ${[
      byNumber('r.linked_at', 'desc', ({ linkedAt }) => linkedAt),
      byText('r.id', 'desc', ({ id }) => id),
    ]} limit :limit;
select r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName" from ${tables} ${people} where ${[
      "p.status <> 'deleted'",
      ...(state === undefined ? [] : ['r.state = :state']),
      ...(projectId === undefined ? [] : ['r.project_id = :projectId']),
    ].join(' and ')} and ${after} order by ${[
      byNumber('r.linked_at', 'desc', ({ linkedAt }) => linkedAt),
      byText('r.id', 'desc', ({ id }) => id),
    ]} limit :limit;
select ${after} from ${tables} where ${[
      "p.status <> 'deleted'",
      ...(state === undefined ? [] : ['r.state = :state']),
      ...(projectId === undefined ? [] : ['r.project_id = :projectId']),
    ].join(' and ')} order by ${[
      byNumber('r.linked_at', 'desc', ({ linkedAt }) => linkedAt),
      byText('r.id', 'desc', ({ id }) => id),
    ]} limit 1 offset :offset;
select count(*) as total from ${tables} where ${[
      "p.status <> 'deleted'",
      ...(state === undefined ? [] : ['r.state = :state']),
      ...(projectId === undefined ? [] : ['r.project_id = :projectId']),
    ].join(' and ')};


-- src/projects/repositories/repository-store.ts

-- listProjectKeys
select key_folded as key from project_keys where project_id in :projectIds[];

-- listProjectRepositories
select name from project_repositories where project_id = :projectId order by name_folded;

-- listLinkedRepositories
select r.project_id as "projectId", r.name, r.linked_at as "linkedAt" from project_repositories r
  join projects p on p.id = r.project_id and p.status = 'active' order by r.name_folded, r.project_id;

-- projectsOf
select p.id, p.key, p.workspace_id as "workspaceId", p.status, p.visibility, p.owner_id as "ownerId",
    m.role, p.id as "projectId", r.name, r.state
  from project_repositories r join projects p on p.id = r.project_id
  left join project_members m on m.project_id = p.id and m.user_id = :userId
  where r.name_folded = :nameFolded and p.status <> 'deleted' order by p.created_at, p.id;

-- lockRepositorySql
insert into repositories (name_folded) values (:nameFolded)
  on conflict (name_folded) do update set name_folded = excluded.name_folded;

-- deleteLinks
delete from project_repositories where project_id = :projectId and name in :names[];

-- insertLinks
insert into project_repositories (${[
      'id',
      'project_id',
      'name_folded',
      'name',
      'state',
      'linked_at',
      'linked_by',
      'decided_at',
      'decided_by',
    ]}) values …;

-- unlinkTakenRepositories
delete from project_repositories where project_id = :projectId
    and exists (select 1 from project_repositories o join projects p on p.id = o.project_id
      where o.name_folded = project_repositories.name_folded and o.project_id <> :projectId and p.status <> 'deleted')
    and not exists (select 1 from project_repositories o
      join projects p on p.id = o.project_id
      join project_members m on m.project_id = p.id and m.user_id = :userId and m.role in ('owner', 'admin')
      where o.name_folded = project_repositories.name_folded and o.project_id <> :projectId and p.status <> 'deleted');


-- src/projects/updates/project-update-store.ts

-- listUpdates
select pu.id, pu.project_id as "projectId", pu.author_id as "authorId", u.name as "authorName", pu.health,
  pu.text, pu.created_at as "createdAt"
  from project_updates pu join users u on u.id = pu.author_id
  where pu.project_id = :projectId
  order by pu.created_at desc, pu.id desc limit :limit;
select pu.id, pu.project_id as "projectId", pu.author_id as "authorId", u.name as "authorName", pu.health,
  pu.text, pu.created_at as "createdAt"
  from project_updates pu join users u on u.id = pu.author_id
  where (pu.created_at, pu.id) < (:after0, :after1) and pu.project_id = :projectId
  order by pu.created_at desc, pu.id desc limit :limit;
select pu.created_at as after0, pu.id as after1
  from project_updates pu
  where pu.project_id = :projectId
  order by pu.created_at desc, pu.id desc limit 1 offset :offset;
select pu.created_at as after0, pu.id as after1
  from project_updates pu
  where pu.project_id = :projectId
  order by pu.created_at asc, pu.id asc limit 1 offset :offset;
select count(*) as total from project_updates pu where pu.project_id = :projectId;

-- findUpdate
select pu.id, pu.project_id as "projectId", pu.author_id as "authorId", u.name as "authorName", pu.health,
  pu.text, pu.created_at as "createdAt" from project_updates pu join users u on u.id = pu.author_id
  where pu.id = :id and pu.project_id = :projectId;

-- listNewestUpdates
select pu.id, pu.project_id as "projectId", pu.author_id as "authorId", u.name as "authorName", pu.health,
  pu.text, pu.created_at as "createdAt" from project_updates pu join users u on u.id = pu.author_id
  where pu.project_id in :ids[] and pu.id = (select n.id from project_updates n where n.project_id = pu.project_id
    order by n.created_at desc, n.id desc limit 1);

-- insertUpdate
insert into project_updates (id, project_id, author_id, health, text, created_at)
  values (:id, :projectId, :authorId, :health, :text, :createdAt);

-- deleteUpdateRow
delete from project_updates where id = :id;


-- src/projects/workflow/workflow-store.ts

-- findWorkflowRow
select project_id as "projectId", due_at as "dueAt", read_at as "readAt", repository, commit_sha as "commitSha",
  problems, policy, policy_commit as "policyCommit" from project_workflows where project_id = :projectId;

-- markWorkflowDue
insert into project_workflows (project_id, due_at) values (:projectId, :dueAt)
  on conflict (project_id) do update set due_at = excluded.due_at
  where project_workflows.due_at is null or project_workflows.due_at > excluded.due_at;

-- listDueWorkflows
select w.project_id as "projectId", w.due_at as "dueAt" from project_workflows w
  join projects p on p.id = w.project_id and p.status = 'active'
  where w.due_at <= :now order by w.due_at limit :limit;

-- takeDueWorkflow
update project_workflows set due_at = :until where project_id = :projectId and due_at = :dueAt;

-- takeWorkflow
insert into project_workflows (project_id, due_at) values (:projectId, :until)
  on conflict (project_id) do update set due_at = excluded.due_at;

-- saveWorkflow
insert into project_workflows (project_id, due_at, read_at, repository, commit_sha, problems, policy, policy_commit,
    has_start_rules)
  values (:projectId, :dueAt, :readAt, :repository, :commitSha, :problems, :policy, :policyCommit, :hasStartRules)
  on conflict (project_id) do update set
    due_at = case when project_workflows.due_at < :until then project_workflows.due_at else excluded.due_at end,
    read_at = excluded.read_at,
    repository = excluded.repository, commit_sha = excluded.commit_sha, problems = excluded.problems,
    policy = excluded.policy, policy_commit = excluded.policy_commit, has_start_rules = excluded.has_start_rules;


-- src/proof/evidence-store.ts

-- listEvidenceRows
select e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName"
  from evidence e left join users u on u.id = e.author_id
  where e.ticket_id = :ticketId
  order by e.created_at desc, e.id desc limit :limit;
select e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName"
  from evidence e left join users u on u.id = e.author_id
  where (e.created_at, e.id) < (:after0, :after1) and e.ticket_id = :ticketId
  order by e.created_at desc, e.id desc limit :limit;
select e.created_at as after0, e.id as after1
  from evidence e
  where e.ticket_id = :ticketId
  order by e.created_at desc, e.id desc limit 1 offset :offset;
select e.created_at as after0, e.id as after1
  from evidence e
  where e.ticket_id = :ticketId
  order by e.created_at asc, e.id asc limit 1 offset :offset;
select count(*) as total from evidence e where e.ticket_id = :ticketId;

-- selectDeciding
select e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName" from evidence e left join users u on u.id = e.author_id
  where e.ticket_id = :ticketId and e.decides = 1 and e.criterion_id is not null;

-- selectNewest
select e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName" from evidence e left join users u on u.id = e.author_id
  where e.ticket_id = :ticketId order by e.created_at desc, e.id desc limit :limit;

-- countAllEvidence
select count(*) as total from evidence where ticket_id = :ticketId;

-- selectById
select e.id, e.ticket_id as "ticketId", e.criterion_id as "criterionId", e.task_id as "taskId",
    e.author_id as "authorId", e.host, e.kind, e.commit_sha as "commit", e.passed, e.decides, e.summary,
    e.exit_code as "exitCode", e.url, e.tests, e.check_name as "checkName", e.conclusion, e.created_at as "createdAt", u.name as "authorName" from evidence e left join users u on u.id = e.author_id where e.id = :id;

-- listTicketsAtHeads
select h.ticket_id as "ticketId" from ticket_heads h
  join tickets t on t.id = h.ticket_id and t.project_id = :projectId where h.commit_sha in :shas[];

-- countEvidence
select count(*) as total from evidence where ticket_id = :ticketId and kind <> 'host_check';

-- insertEvidence
insert into evidence (id,ticket_id,criterion_id,task_id,author_id,host,kind,summary,exit_code,url,check_name,conclusion,created_at,commit_sha,passed,decides,tests) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10,:p11,:p12,:p13,:p14,:p15,:p16);

-- clearDeciding
update evidence set decides = 0 where criterion_id = :criterionId and decides = 1;

-- insertEvidenceFiles
insert into evidence_files (evidence_id,position,attachment_id,name,content_type,size,sha256) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6);

-- selectFiles
select f.evidence_id as "evidenceId", f.position, f.attachment_id as "attachmentId", f.name,
    f.content_type as "contentType", f.size, f.sha256
  from evidence_files f where f.evidence_id in :ids[] order by f.evidence_id, f.position;

-- listHostChecks
select e.check_name as name, e.commit_sha as "commit", e.passed from evidence e
  where e.ticket_id = :ticketId and e.kind = 'host_check' and e.commit_sha is not null and e.check_name is not null
  order by e.created_at desc, e.id desc;

-- selectHead
select commit_sha as "commit" from ticket_heads where ticket_id = :ticketId;

-- findHeadWithBefore
select commit_sha as "commit", before_sha as "before" from ticket_heads where ticket_id = :ticketId;

-- upsertHead
insert into ticket_heads (ticket_id, commit_sha, before_sha, updated_at)
  values (:ticketId, :commit, :before, :updatedAt)
  on conflict (ticket_id) do update
    set commit_sha = excluded.commit_sha, before_sha = excluded.before_sha, updated_at = excluded.updated_at;


-- src/proof/exported-evidence-store.ts

-- listRows
select e.criterion_id as "criterionId", e.kind, e.commit_sha as "commit", e.passed, e.summary, e.url,
    coalesce(u.name, e.host) as author, e.created_at as "createdAt"
  from evidence e left join users u on u.id = e.author_id
  where e.ticket_id in :ticketIds[] and e.decides = 1 and e.criterion_id is not null;


-- src/proof/host-check-store.ts

-- upsert
insert into commit_checks (project_id, commit_sha, host, name, passed, conclusion, url, checked_at, received_at)
  values (:projectId, :commit, :host, :name, :passed, :conclusion, :url, :checkedAt, :receivedAt)
  on conflict (project_id, commit_sha, host, name) do update
    set passed = excluded.passed, conclusion = excluded.conclusion, url = excluded.url,
      checked_at = excluded.checked_at, received_at = excluded.received_at
    where commit_checks.checked_at < excluded.checked_at
      or (commit_checks.checked_at = excluded.checked_at and commit_checks.conclusion <> excluded.conclusion);

-- selectOfCommit
select host, name, commit_sha as "commit", passed, conclusion, url, checked_at as "checkedAt" from commit_checks
  where project_id = :projectId and commit_sha >= :from and commit_sha < :to
  order by commit_sha, host, name limit :limit;

-- selectAtHead
select ticket_id as "ticketId" from ticket_heads where commit_sha in (:commit, :short)
  order by ticket_id limit :limit;

-- listDecidedCriteria
select criterion_id as "criterionId" from evidence where ticket_id = :ticketId and kind = 'host_check'
    and commit_sha = :commit and check_name = :name and host = :host and decides = 1 and criterion_id is not null;

-- deleteCheckEvidence
delete from evidence where ticket_id = :ticketId and kind = 'host_check' and commit_sha = :commit
    and check_name = :name and host = :host;

-- deleteOldest
delete from evidence where id in (
    select id from evidence where ticket_id = :ticketId and kind = 'host_check' and decides = 0
    order by created_at desc, id desc limit 1000 offset :kept);

-- selectNewest
select host, check_name as "name", commit_sha as "commit", passed, conclusion, url, created_at as "checkedAt"
  from evidence where ticket_id = :ticketId and kind = 'host_check' and check_name = :name
    and commit_sha >= :from and commit_sha < :to
  order by created_at desc, id desc limit 1;

-- prune
delete from commit_checks where (project_id, commit_sha, host, name) in (
    select project_id, commit_sha, host, name from commit_checks where received_at <= :before
    order by received_at limit 500);


-- src/proof/recheck-store.ts

-- countFiles
select count(*) as total from ticket_pushed_files where ticket_id = :ticketId;

-- knownFiles
select path from ticket_pushed_files where ticket_id = :ticketId and path in :paths[];

-- addPushedFiles
insert into ticket_pushed_files (${['ticket_id', 'path']}) values …;

-- selectFiles
select ticket_id as "ticketId", path from ticket_pushed_files where ticket_id in :ticketIds[];

-- insertReopening
insert into ticket_reopenings (ticket_id, commit_sha, reopened_at) values (:ticketId, :commit, :reopenedAt)
  on conflict (ticket_id, commit_sha) do nothing;


-- src/proof/seen-commit-store.ts

-- find
select commit_sha as "commit" from seen_default_commits
  where project_id = :projectId and repository = :repository;

-- save
insert into seen_default_commits (project_id, repository, commit_sha, seen_at)
  values (:projectId, :repository, :commit, :seenAt)
  on conflict (project_id, repository) do update set commit_sha = excluded.commit_sha, seen_at = excluded.seen_at
  where seen_default_commits.commit_sha = :known;


-- src/releases/release-store.ts

-- listReleaseRows
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt",
    (select count(*) from release_tickets rt where rt.release_id = r.id and rt.shipped_at is not null) as "ticketCount"
  from releases r 
  where r.project_id = :projectId and r.deleted_at is null
  order by r.created_at desc, r.id desc limit :limit;
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt",
    (select count(*) from release_tickets rt where rt.release_id = r.id and rt.shipped_at is not null) as "ticketCount"
  from releases r 
  where (r.created_at, r.id) < (:after0, :after1) and r.project_id = :projectId and r.deleted_at is null
  order by r.created_at desc, r.id desc limit :limit;
select r.created_at as after0, r.id as after1
  from releases r
  where r.project_id = :projectId and r.deleted_at is null
  order by r.created_at desc, r.id desc limit 1 offset :offset;
select r.created_at as after0, r.id as after1
  from releases r
  where r.project_id = :projectId and r.deleted_at is null
  order by r.created_at asc, r.id asc limit 1 offset :offset;
select count(*) as total from releases r where r.project_id = :projectId and r.deleted_at is null;

-- findRelease
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt" from releases r where r.id = :id and r.project_id = :projectId and r.deleted_at is null;

-- findNamedRelease
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt" from releases r where r.project_id = :projectId and r.repository = :repository and r.tag = :tag
    and r.version = :version;

-- listTagged
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt" from releases r
  where r.project_id = :projectId and r.repository = :repository and r.tag <> '';

-- upsertDue
insert into releases (id, project_id, version, repository, tag, is_silent, due_at, created_at)
  values (:id, :projectId, :version, :repository, :tag, :isSilent, :now, :now)
  on conflict (project_id, repository, tag, version) do update set due_at = excluded.due_at, attempts = 0;

-- upsertRecorded
insert into releases (id, project_id, version, repository, tag, created_at)
  values (:id, :projectId, :version, :repository, :tag, :now)
  on conflict (project_id, repository, tag, version) do update set deleted_at = null;

-- listDueReleases
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt" from releases r join projects p on p.id = r.project_id and p.status <> 'deleted'
  where r.due_at <= :now order by r.due_at, r.id limit :limit;

-- takeDueRelease
update releases set due_at = :until where id = :id and due_at = :dueAt;

-- saveReading
update releases set commit_sha = :commit, attempts = :attempts, error = :error, deleted_at = :deletedAt,
    due_at = case when due_at = :until then :dueAt else due_at end where id = :id;

-- markDeleted
update releases set deleted_at = :now, due_at = null where id = :id;

-- findShippedAt
select shipped_at as "shippedAt" from release_tickets where release_id = :releaseId and ticket_id = :ticketId;

-- deleteWaiting
delete from release_tickets where ticket_id = :ticketId and shipped_at is null;

-- upsertShip
insert into release_tickets (release_id, ticket_id, shipped_at) values (:releaseId, :ticketId, :shippedAt)
  on conflict (release_id, ticket_id) do update
    set shipped_at = coalesce(release_tickets.shipped_at, excluded.shipped_at);

-- listDoneWaiting
select r.id, r.project_id as "projectId", r.version, r.repository, r.tag, r.commit_sha as "commit",
  r.is_silent as "isSilent", r.due_at as "dueAt", r.attempts, r.error, r.created_at as "createdAt",
  r.deleted_at as "deletedAt", rt.ticket_id as "ticketId" from release_tickets rt
  join tickets t on t.id = rt.ticket_id and t.status = 'done' and t.shipped_in is null and t.deleted_at is null
  join releases r on r.id = rt.release_id and r.deleted_at is null
  where rt.shipped_at is null order by rt.ticket_id limit :limit;

-- listTicketsIn
select rt.ticket_id as "ticketId" from release_tickets rt join releases r on r.id = rt.release_id
  join tickets t on t.id = rt.ticket_id and t.shipped_in = r.version
  where rt.release_id = :releaseId and rt.shipped_at is not null order by rt.ticket_id limit :limit;

-- deleteWaitingFor
delete from release_tickets where release_id = :releaseId and shipped_at is null;


-- src/sealed-history/seal-store.ts

-- listSeals
select workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at"
  from seals 
  where workspace_id = :workspaceId
  order by number asc limit :limit;
select workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at"
  from seals 
  where (number) > (:after0) and workspace_id = :workspaceId
  order by number asc limit :limit;
select number as after0
  from seals
  where workspace_id = :workspaceId
  order by number asc limit 1 offset :offset;
select number as after0
  from seals
  where workspace_id = :workspaceId
  order by number desc limit 1 offset :offset;
select count(*) as total from seals where workspace_id = :workspaceId;

-- findLastSeal
select workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at" from seals where workspace_id = :workspaceId order by number desc limit 1;

-- listSealsAfter
select workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at", leaves from seals where workspace_id = :workspaceId and number > :number
  order by number limit :limit;

-- findSeal
select workspace_id as "workspaceId", number, from_event as "from", to_event as "to", event_count as "count",
  root, previous, key_id as "keyId", signature, sealed_at as "at", leaves from seals where workspace_id = :workspaceId and number = :number;

-- findSealEnd
select e.xid, e.seq from seals s join ordered_events e on e.id = s.to_event
  where s.workspace_id = :workspaceId and s.number = :number;

-- listSealedIds
select e.id from ordered_events e
  cross join (select xid, seq from ordered_events where id = :from) a
  cross join (select xid, seq from ordered_events where id = :to) b
  where coalesce(e.workspace_id, 'instance') = :workspaceId
    and (e.xid, e.seq) >= (a.xid, a.seq) and (e.xid, e.seq) <= (b.xid, b.seq)
  order by e.xid, e.seq limit 1000;

-- listSealedWorkspaces
select workspace_id as "workspaceId", max(number) as last from seals group by workspace_id order by workspace_id;

-- insertSeal
insert into seals (workspace_id, number, from_event, to_event, event_count, root, previous, key_id, signature, sealed_at, leaves)
  values (:workspaceId, :number, :from, :to, :count, :root, :previous, :keyId, :signature, :at, :leaves);

-- listSealKeys
select id, public_key as "publicKey", private_key as "privateKey" from seal_keys order by created_at desc, id;

-- findPublicKey
select public_key as "publicKey" from seal_keys order by created_at desc, id limit 1;

-- insertSealKey
insert into seal_keys (id, public_key, private_key, created_at) values (:id, :publicKey, :privateKey, :createdAt);


-- src/search/indexing/document-store.ts

-- listTicketFacts
select t.id, t.home_id as "homeId", t.status as "status",t.priority as "priority",t.type as "type",t.stage as "stage",t.assignee_id as "assignee",t.reporter_id as "reporter",t.group_id as "group",t.title_folded as "titleKey",t.status_rank as "statusKey",t.priority_rank as "priorityKey",coalesce(t.due_date, 9007199254740991) as "dueDateKey",coalesce(t.estimate_hundredths, 9007199254740991) as "estimateKey",t.rank as "rankKey",t.created_at as "createdAtKey",t.updated_at as "updatedAtKey"
  from tickets t where t.id in :ids[] and t.deleted_at is null;

-- listLabelIds
select ticket_id as "ticketId", label_id as "labelId" from ticket_labels where ticket_id in :ids[];

-- listDocumentsOf
select doc, ticket_id as "ticketId", home_id as "homeId",status as "status",title as "titleKey",status_rank as "statusKey",priority_rank as "priorityKey",due_date as "dueDateKey",estimate as "estimateKey",rank as "rankKey",created_at as "createdAtKey",updated_at as "updatedAtKey",facets as "facets",changed_in as "changedIn" from search_documents where ticket_id in :ids[];

-- lastDocument
select coalesce(max(doc), -1) as doc from search_documents;

-- saveDocuments
insert into search_documents (doc,ticket_id,home_id,status,title,status_rank,priority_rank,due_date,estimate,rank,created_at,updated_at,facets,changed_in) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10,:p11,:p12,:p13) on conflict (doc) do update set home_id = excluded.home_id, status = excluded.status, title = excluded.title, status_rank = excluded.status_rank, priority_rank = excluded.priority_rank, due_date = excluded.due_date, estimate = excluded.estimate, rank = excluded.rank, created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets, changed_in = excluded.changed_in;

-- markChanged
update search_documents set changed_in = :version where ${sql};

-- removeDocuments
delete from search_documents where ${sql};

-- removeGoneDocuments
delete from search_documents where home_id is null;

-- listBlocks
select block, docs from search_facets where list = :list;

-- lastPendingBlock
select block, docs from search_facets where list = :list order by block desc limit 1;

-- listPendingDocuments
select d.doc, d.ticket_id as "ticketId", d.home_id as "homeId", d.changed_in as "changedIn"
    from ${sql} n join search_documents d on d.doc = n.value;


-- src/search/indexing/index-store.ts

-- findCursor
select xid, seq from search_cursor;

-- lockCursor
select xid, seq, version from search_cursor for update;

-- findIndexState
select version, format from search_cursor;

-- anyDocument
select doc from search_documents limit 1;

-- setCursor
update search_cursor set xid = :xid, seq = :seq, version = :version, format = :format;

-- listBacklog
select ticket_id as "ticketId" from search_backlog order by ticket_id limit :limit;

-- removeFromBacklog
delete from search_backlog where ticket_id in :ids[];

-- addAllToBacklog
insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing;

-- anyPendingText
select block from search_facets where list = :list limit 1;

-- newestEvent
select coalesce(max(seq), -1) as seq from events;

-- findLastSettledEvent
select xid, seq from settled_events where ${after} order by ${descending} limit 1;

-- listChanges
select xid, seq, ticket_id as "ticketId", ${renamedProject} as "projectId" from settled_events
    where ${after} order by ${ascending} limit :limit;

-- findLagUpTo
select "ticketId", "projectId", cast(sum(count(*)) over () as bigint) as changes from (
      select * from (select ticket_id as "ticketId", null as "projectId", -1 as seq from search_backlog ${limit}) b
      union all
      select * from (select ticket_id as "ticketId", ${renamedProject} as "projectId", seq from events
        where ${afterCursor} order by ${ascending} ${limit}) e
    ) c group by "ticketId", "projectId" order by max(seq);


-- src/search/indexing/order-store.ts

-- directory
select buckets, bounds from search_orders where sort = :sort;

-- sizes
select buckets from search_orders where sort = :sort;

-- upsertDirectory
insert into search_orders (sort, buckets, bounds) values (:sort, :buckets, :bounds)
  on conflict (sort) do update set buckets = excluded.buckets, bounds = excluded.bounds;

-- setSizes
update search_orders set buckets = :buckets where sort = :sort;

-- findLastBucket
select coalesce(max(bucket), 0) as bucket from search_buckets;

-- readBuckets
select b.bucket, b.docs from ${sql} n join search_buckets b on b.bucket = n.value;

-- listPositions
select d.doc, d.${orderFields[sort].column} as key, d.ticket_id as id
    from ${sql} n join search_documents d on d.doc = n.value;


-- src/search/indexing/postgres-dialect.ts

-- byTrigrams
with found as materialized (select id from search_terms where term like :pattern escape '!' limit :limit)
  select id, null::integer as "inTitle", null::integer as block, null::bytea as docs from found
  union all
  select f.id, case when p.list = 't' || f.id then 1 else 0 end, p.block, p.docs
  from found f join search_postings p on p.list in ('w' || f.id, 't' || f.id)
  where (select count(*) from found) <= 4;

-- byTableScan
select id from search_terms where term || '' like :pattern escape '!' limit :limit;

-- upsertBuckets
insert into search_buckets (bucket, docs)
  select bucket, decode(docs, 'hex') from unnest(:buckets::integer[], :docs::text[]) as given (bucket, docs)
  on conflict (bucket) do update set docs = excluded.docs;

-- deleteBuckets
delete from search_buckets where bucket = any(:buckets::integer[]);

-- postgresDialect
select id, term from search_terms where length(term) between :charactersMin and :charactersMax
        and (${isLike.join(' or ')})
      order by abs(length(term) * 2 - :charactersMin - :charactersMax), id limit ${similarTermsMax};

-- postgresDialect
insert into ${name} (list, block, docs)
      select list, block, decode(docs, 'hex')
      from unnest(:lists::text[], :blocks::integer[], :docs::text[]) as given (list, block, docs)
      on conflict (list, block) do update set docs = excluded.docs;

-- postgresDialect
delete from ${name} p
      using unnest(:lists::text[], :blocks::integer[]) as given (list, block)
      where p.list = given.list and p.block = given.block;

-- postgresDialect
truncate ${tables.join()};


-- src/search/indexing/posting-changes.ts

-- stored
select list, docs from ${name} where list in :lists[] and block = :block;


-- src/search/indexing/sqlite-dialect.ts

-- byTrigrams
select id from search_terms
  where id in (select rowid from search_term_grams where search_term_grams match :phrase)
    and term like :pattern escape '!' limit :limit;

-- byPrefix
select id from search_terms where term >= :prefix and term < :prefix || char(1114111) limit :limit;

-- upsertBucket
insert into search_buckets (bucket, docs) values (:bucket, :docs)
  on conflict (bucket) do update set docs = excluded.docs;

-- deleteBucket
delete from search_buckets where bucket = :bucket;

-- sqliteDialect
select id, term from search_terms where ${isSimilarInLength} and id in (
        select rowid from search_term_grams where search_term_grams match :phrases union all ${hasEnds.join(' union all ')})
      order by abs(length(term) * 2 - :charactersMin - :charactersMax), id limit ${similarTermsMax};

-- sqliteDialect
insert into ${name} (list, block, docs) values (:list, :block, :docs)
      on conflict (list, block) do update set docs = excluded.docs;

-- sqliteDialect
delete from ${name} where list = :list and block = :block;

-- sqliteDialect
delete from ${table};


-- src/search/indexing/text-store.ts

-- texts
select t.id, lower(p.key) || '-' || t.number as key, t.title_folded as title, t.description_folded as description
  from tickets t left join projects p on p.id = t.project_id
  where t.id in :ids[] and t.deleted_at is null;

-- terms
select id, term from search_terms where term in :terms[];

-- listCommentTexts
select ticket_id as "ticketId", content_folded as content from comments where ticket_id in :ids[];

-- listCriterionTexts
select ticket_id as "ticketId", text_folded as content from ticket_criteria
  where ticket_id in :ids[] and text_folded is not null;

-- listTexts
select x.doc, x.terms, x.characters, x.title_characters as "titleCharacters"
    from ${sql} n join search_texts x on x.doc = n.value;

-- saveTexts
insert into search_texts (doc,terms,characters,title_characters) values (:p0,:p1,:p2,:p3) on conflict (doc) do update set terms = excluded.terms, characters = excluded.characters,
    title_characters = excluded.title_characters;

-- removeTexts
delete from search_texts where ${sql};

-- listTermsById
select t.id, t.term from ${sql} n join search_terms t on t.id = n.value;

-- assignTermIds
insert into search_terms (${['term']}) values …;


-- src/search/indexing/waiting-store.ts

-- countUnindexedTickets
select count(*) as waiting from (select 1 as one from search_backlog limit :max) behind;


-- src/search/query/count-by-facets.ts

-- blocks
select list, block, docs from search_facets where list in :lists[];


-- src/search/query/document-store.ts

-- docsByTicket
select doc from search_documents where ticket_id in :ids[];

-- listColumnValues
select d.doc, ${column} as value from tickets t join search_documents d on d.ticket_id = t.id
     where ${column} ${among ? 'in :among[]' : 'is not null'};

-- listValuesOfTickets
select ${unlistedColumns[filter]} as value from tickets where id in :ids[];

-- docsSelectedBy
select d.doc from search_documents d where d.ticket_id in (${sql});

-- rankDocuments
select d.ticket_id as id, d.updated_at as "updatedAt", n.value % 2 as "inTitle", count(*) over () as total
    from ${table.sql} n join search_documents d on d.doc = n.value / 2 where ${conditions.join(' and ')}
    order by "inTitle" desc, d.updated_at desc, d.ticket_id desc limit :limit;

-- filterByWords
select d.doc, case when ${inTitle} then 1 else 0 end as "inTitle"
    from search_documents d join tickets t on t.id = d.ticket_id
    where ${[sql, ...wordIndexes.map((i) => conditionsOfFew[i])].join(' and ')};


-- src/search/query/facet-lists.ts

-- listNames
select distinct list from search_facets where list >= :from and list < :before;


-- src/search/query/posting-store.ts

-- readChunks
${chunks
      .map(({ group, lists }, i) =>
        lists.length === 1
          ? `select ${group} as "group", block, ${isBitmap} as "isBitmap", docs from ${name} where list = :list${i}`
          : `select ${group} as "group", block, ${isBitmap} as "isBitmap", ${dialect.concatenatedDocs} as docs
            from ${name} where list in :lists${i}[] group by block, ${isBitmap}`,
      )
      .join(' union all ')};


-- src/search/query/ticket-page-store.ts

-- listTicketPositions
select ${ticketKeySql(sort)} as key, t.id from tickets t
     where ${joinConditions(conditions)} and :running(t.rowid);

-- listExistingIds
select id from ${table} where id in :ids[];


-- src/search/query/ticket-search-store.ts

-- otherHome
select id from ticket_homes where ticket_count > 0 and id not in :homes[] limit 1;

-- newest
select t.id from tickets t where t.deleted_at is null order by t.updated_at desc, t.id desc limit :limit;

-- allTickets
select coalesce(sum(ticket_count), 0) as total from ticket_homes;

-- findTicketByKey
select ${hitColumns}, 1 as "inTitle" from tickets t
    where t.id = (select o.id from project_keys k join projects p on p.id = k.project_id
      join tickets o on o.project_id = p.id and o.number = :number
      where k.key_folded = :projectKey and lower(p.key) = :projectKey) and ${condition.sql};

-- listTicketsByOriginalKey
select t.id from ticket_origins i join tickets t on t.id = i.ticket_id
    where i.key_folded = :originalKey and ${condition.sql} order by ${newestFirst} limit :limit;

-- rankByTableScan
select * from (select ${hitColumns}, case when ${inTitle.join(' and ')} then 1 else 0 end as "inTitle",
      count(*) over () as total from tickets t where ${all.join(' and ')}) h
    ${after ? isAfter : ''} order by "inTitle" desc, "updatedAt" desc, id desc limit :limit offset :offset;

-- listVisibleTexts
select ${hitColumns}, t.title_folded as title,
      coalesce((select lower(k.key) || '-' || t.number from projects k where k.id = t.project_id), '')
        || ' ' || coalesce(t.description_folded, '') || ' ' || coalesce((select string_agg(c.content_folded, ' ')
        from comments c where c.ticket_id = t.id), '') || ' ' || coalesce((select string_agg(r.text_folded, ' ')
        from ticket_criteria r where r.ticket_id = t.id), '') as text
    from tickets t where t.id in :ids[] and ${condition.sql};

-- listMatchingComments
select c.id, c.ticket_id as "ticketId", c.content, c.author_id as "authorId", u.name as "authorName"
    from comments c left join users u on u.id = c.author_id
    where c.ticket_id in :ids[] and (${anyWord})
    order by c.created_at desc limit ${commentsMax};

-- listMatchingCriteria
select r.ticket_id as "ticketId", r.text from ticket_criteria r
    where r.ticket_id in :ids[] and (${anyWord}) order by r.ticket_id, r.position limit ${criteriaMax};


-- src/stats/completed-tickets-store.ts

-- completed
select t.id, t.number, t.title, t.type, t.assignee_id as "assigneeId", t.created_at as "createdAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt",
    t.completed_at as "completedAt"
  from tickets t 
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end
  order by t.completed_at desc, t.id desc limit :limit;
select t.id, t.number, t.title, t.type, t.assignee_id as "assigneeId", t.created_at as "createdAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt",
    t.completed_at as "completedAt"
  from tickets t 
  where (t.completed_at, t.id) < (:after0, :after1) and t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end
  order by t.completed_at desc, t.id desc limit :limit;
select t.completed_at as after0, t.id as after1
  from tickets t
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end
  order by t.completed_at desc, t.id desc limit 1 offset :offset;
select t.completed_at as after0, t.id as after1
  from tickets t
  where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end
  order by t.completed_at asc, t.id asc limit 1 offset :offset;
select count(*) as total from tickets t where t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end;


-- src/stats/forecast/flow-store.ts

-- readFlows
with recursive ${daysOfRuns(runs)}
      select p.id as "projectId", run, day, ${countOfDay('completed_at', 'p.id')} as completed,
        cast(coalesce((select sum(${isOpen('m.to_status')} - ${isOpen('m.from_status')}) from ticket_moves m
          where m.home_id = p.id and m.at >= day_start and m.at < day_start + day_length), 0) as bigint) as grown
      from projects p cross join days where p.id in :projectIds[];

-- countOpenTickets
with counts (tickets) as (
    select tickets from ticket_counts where home_id = :projectId and fact = 'status'
      and word not in ('done', 'cancelled')
    union all
    select change from ticket_count_changes where home_id = :projectId
      and status not in ('done', 'cancelled'))
  select cast(coalesce(sum(tickets), 0) as bigint) as tickets from counts;

-- countProgress
with counts (home_id, word, tickets) as (
    select home_id, word, tickets from ticket_counts where home_id in :ids[] and fact = 'status'
    union all
    select home_id, status, change from ticket_count_changes where home_id in :ids[] and status is not null)
  select home_id as "projectId",
    cast(sum(case when word not in ('done', 'cancelled') then tickets else 0 end) as bigint) as open,
    cast(sum(case when word = 'done' then tickets else 0 end) as bigint) as done
  from counts group by home_id;


-- src/stats/group-store.ts

-- ofGroup
select m.ticket_id as "ticketId", m.at, 1 as "isIn", 0 as "toCycle", t.status, t.completed_at as "completedAt", t.estimate_hundredths as estimate
  from ticket_group_moves m join tickets t on t.id = m.ticket_id
  where m.to_group_id = :groupId and t.deleted_at is null
  union all
  select m.ticket_id, m.at, 0, case when g.kind = 'cycle' then 1 else 0 end, t.status, t.completed_at as "completedAt", t.estimate_hundredths as estimate
  from ticket_group_moves m join tickets t on t.id = m.ticket_id left join groups g on g.id = m.to_group_id
  where m.from_group_id = :groupId and t.deleted_at is null
  limit :limit;

-- ticketsInGroup
select t.created_at as "createdAt", t.completed_at as "completedAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt"
  from tickets t where (t.group_id = :groupId or t.milestone_id = :groupId) and t.deleted_at is null and t.status <> 'cancelled' limit :limit;


-- src/stats/people-stats-store.ts

-- activityFigures
with recursive types (type) as (
    select min(type) from events where actor_id = :userId
    union all
    select (select min(e.type) from events e where e.actor_id = :userId and e.type > types.type)
    from types where types.type is not null), uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 2000)
  select
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and m.role = 'owner' and p.status <> 'deleted') as owned,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status <> 'deleted') as member,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status = 'active') as active,
    (select count(*) from comments where author_id = :userId and created_at >= :start) as comments,
    (select count(*) from events where actor_id = :userId and type = 'code.commit_pushed' and occurred_at >= :start)
      as commits,
    (select count(*) from events where actor_id = :userId and type = 'code.review_submitted' and occurred_at >= :start)
      as reviews,
    (
  select count(*) from (
    select hour from active_hours where actor_id = :userId and hour >= :firstHour
    union
    select occurred_at / 3600000 from uncounted_events where actor_id = :userId and occurred_at >= :start
    union
    select :firstHour - 1 from types where type is not null and :firstHourStartMs > (
      select min(e.occurred_at) from events e
      where e.actor_id = :userId and e.type = types.type and e.occurred_at >= :start)) hours) as "activeHours", (select count(*) from uncounted_events) as uncounted;
with recursive types (type) as (
    select min(type) from events where actor_id = :userId
    union all
    select (select min(e.type) from events e where e.actor_id = :userId and e.type > types.type)
    from types where types.type is not null), uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit 1000000)
  select
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and m.role = 'owner' and p.status <> 'deleted') as owned,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status <> 'deleted') as member,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status = 'active') as active,
    (select count(*) from comments where author_id = :userId and created_at >= :start) as comments,
    (select count(*) from events where actor_id = :userId and type = 'code.commit_pushed' and occurred_at >= :start)
      as commits,
    (select count(*) from events where actor_id = :userId and type = 'code.review_submitted' and occurred_at >= :start)
      as reviews,
    (
  select count(*) from (
    select hour from active_hours where actor_id = :userId and hour >= :firstHour
    union
    select occurred_at / 3600000 from uncounted_events where actor_id = :userId and occurred_at >= :start
    union
    select :firstHour - 1 from types where type is not null and :firstHourStartMs > (
      select min(e.occurred_at) from events e
      where e.actor_id = :userId and e.type = types.type and e.occurred_at >= :start)) hours) as "activeHours", (select count(*) from uncounted_events) as uncounted;

-- ticketFigures
select
    (select count(*) from tickets where reporter_id = :userId and updated_at >= :start and created_at >= :start
      and deleted_at is null) as created,
    done_since.completed, done_since."completionMs",
    (
  select cast(coalesce(sum(tickets), 0) as bigint) from (
    select tickets as tickets from assignee_counts where assignee_id = :userId
    union all
    select change from ticket_count_changes where assignee_id = :userId and status is not null) counts) as assigned,
    (
  select cast(coalesce(sum(tickets), 0) as bigint) from (
    select done as tickets from assignee_counts where assignee_id = :userId
    union all
    select change from ticket_count_changes where assignee_id = :userId and status = 'done') counts) as done,
    (select count(*) from tickets where assignee_id = :userId and due_date < :now and status not in ('done', 'cancelled')
      and deleted_at is null) as overdue
  from (select count(*) as completed, cast(avg(completed_at - created_at) as bigint) as "completionMs" from tickets
    where assignee_id = :userId and updated_at >= :start and completed_at >= :start and deleted_at is null) done_since;


-- src/stats/project-figures-store.ts

-- figures
select members, "activeMembers", comments, "meanAgeMs", estimated, "estimatedOpen", "estimatedInProgress",
    "estimatedCompleted"
  from (
  select count(*) as members, count((select 1 from events e
    where e.project_id = :projectId and e.actor_id = m.user_id and e.occurred_at >= :start limit 1)) as "activeMembers"
  from project_members m where m.project_id = :projectId) m cross join (
  with parts (comments) as (
    select comments from ticket_days where home_id = :projectId and day >= :firstDay
    union all
    select comments from ticket_hours
    where home_id = :projectId and hour >= :firstHour and hour < :firstDay * 24
    union all
    select change from ticket_count_changes where home_id = :projectId and commented_at >= :firstHourStartMs
    union all
    select count(*) from comments c join tickets t on t.id = c.ticket_id
    where c.created_at >= :start and c.created_at < :firstHourStartMs
      and t.home_id || '' = :projectId and t.deleted_at is null)
  select cast(coalesce(sum(comments), 0) as bigint) as comments from parts) c cross join (
  with open (tickets, created_at_sum) as (
    select tickets, created_at_sum from ticket_counts
    where home_id = :projectId and fact = 'status' and word not in ('done', 'cancelled')
    union all
    select change, change * created_at from ticket_count_changes
    where home_id = :projectId and status not in ('done', 'cancelled'))
  select :now - cast(sum(created_at_sum) as bigint) / nullif(cast(sum(tickets) as bigint), 0) as "meanAgeMs" from open) a cross join (
  select cast(coalesce(sum(estimate_hundredths), 0) as bigint) as estimated,
    cast(coalesce(sum(case when status in ('backlog','todo') then estimate_hundredths end), 0) as bigint) as "estimatedOpen",
    cast(coalesce(sum(case when status in ('in_progress','in_review') then estimate_hundredths end), 0) as bigint) as "estimatedInProgress",
    cast(coalesce(sum(case when status in ('done') then estimate_hundredths end), 0) as bigint) as "estimatedCompleted"
  from tickets where home_id = :projectId and estimate_hundredths is not null and deleted_at is null) e;


-- src/stats/series-store.ts

-- readSeries
with recursive ${daysOfRuns(runs)},
    counts (status, tickets) as (
      select word, tickets from ticket_counts where home_id = :projectId and fact = 'status'
      union all
      select status, change from ticket_count_changes where home_id = :projectId and status is not null)
    select 'now' as kind, 0 as run, 0 as day, null as "fromStatus", status as "toStatus",
      cast(sum(tickets) as bigint) as count
    from counts group by status
    union all ${moved.join(' union all ')}
    union all
    select 'after', 0, 0, m.from_status, m.to_status, count(*) from ticket_moves m
    where m.home_id = :projectId and m.at >= :end${runs.length - 1}
    group by m.from_status, m.to_status
    union all ${countEachDay('created', 'created_at')}
    union all ${countEachDay('completed', 'completed_at')};

-- listLeadTimePercentiles
with durations (ms) as materialized (select t.completed_at - t.created_at from tickets t
    where t.home_id = :projectId and t.deleted_at is null
      and t.completed_at >= :start and t.completed_at < :end),
  counted (total) as (select count(ms) from durations),
  ranked (ms, ordinal) as (select ms, row_number() over (order by ms) from durations where ms is not null)
  select total, ordinal, ms from ranked, counted
  where ordinal = (total * 50 + 99) / 100 or ordinal = (total * 75 + 99) / 100 or ordinal = (total * 90 + 99) / 100 or ordinal = (total * 95 + 99) / 100;

-- listCycleTimePercentiles
with durations (ms) as materialized (select t.completed_at - (
    select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') from tickets t
    where t.home_id = :projectId and t.deleted_at is null
      and t.completed_at >= :start and t.completed_at < :end),
  counted (total) as (select count(ms) from durations),
  ranked (ms, ordinal) as (select ms, row_number() over (order by ms) from durations where ms is not null)
  select total, ordinal, ms from ranked, counted
  where ordinal = (total * 50 + 99) / 100 or ordinal = (total * 75 + 99) / 100 or ordinal = (total * 90 + 99) / 100 or ordinal = (total * 95 + 99) / 100;


-- src/stats/ticket-stats-store.ts

-- countByField
with uncounted (status, priority, type, tickets) as (
      ${(usesCounters(scope) ? [waiting, ...scanned] : scanned).join(' union all ')}),
    counts (field, value, tickets) as (
      select 'status', status, tickets from uncounted union all
      select 'priority', priority, tickets from uncounted union all
      select 'type', type, tickets from uncounted ${usesCounters(scope) ? `union all ${counted}` : ''})
    select field, value, cast(sum(tickets) as bigint) as count from counts group by field, value;

-- measureFlow
with parts (created, completed, completion_ms, overdue) as (${parts.join(' union all ')})
    select cast(coalesce(sum(created), 0) as bigint) as created,
      cast(coalesce(sum(completed), 0) as bigint) as completed,
      cast(sum(completion_ms) as bigint) / nullif(cast(sum(completed) as bigint), 0) as "completionMs",
      cast(coalesce(sum(overdue), 0) as bigint) as overdue
    from parts;


-- src/sync/sync-store.ts

-- selectReach
select count(*) as rows, min(n.id) as "lastId" from (${ids} limit :limit) n;

-- closedPositions
select t.id, t.updated_at as "updatedAt" from tickets t ${closedOfHome}
      order by t.updated_at desc, t.id desc limit :limit;

-- sumsIn
select s.home_id as "homeId", count(*) as rows, sum(s.version) as versions,
      coalesce((select xid from ${newestSettled}), 0) as xid, coalesce((select seq from ${newestSettled}), 0) as seq
    from (
      select t.home_id, t.id, t.version from tickets t
      where t.home_id in :homeIds[] and t.deleted_at is null ${state === 'open' ? `and t.status_rank < ${closedRank}` : ''}
      ${state === 'open' ? closed : ''}
      union all
      select * from (${guest('reporter_id')} union ${guest('assignee_id')}) g) s
    group by s.home_id;


-- src/tickets/change/reopen-store.ts

-- findWhoClosed
select e.actor_id as "actorId", coalesce(u.active, 0) as active
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId and e.type = 'ticket.status_changed' order by e.seq desc limit 1;


-- src/tickets/checklists/checklist-store.ts

-- ofTicket
select c.id, c.ticket_id as "ticketId", c.position, c.text, c.done, c.assignee_id as "assigneeId",
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    u.name as "assigneeName", u.email as "assigneeEmail", u.image as "assigneeImage"
  from checklist_items c left join users u on u.id = c.assignee_id
  where c.ticket_id = :ticketId order by c.position, c.id;

-- insertChecklistItems
insert into checklist_items (id,ticket_id,position,text,assignee_id,created_at,updated_at,done) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7);

-- updateChecklistItemSql
update checklist_items set position = :position, text = :text, done = :done, assignee_id = :assigneeId,
    updated_at = :updatedAt
  where id = :id;

-- shiftChecklistItems
update checklist_items set position = position + :by
  where ticket_id = :ticketId and position >= :from and position < :to;

-- deleteChecklistItem
delete from checklist_items where id = :id;

-- updateTotal
update tickets set checklist_total = :total, updated_at = :updatedAt where id = :ticketId;

-- countChecklists
select ticket_id as "ticketId", cast(sum(done) as bigint) as done, count(*) as total from checklist_items
  where ticket_id in :ids[] group by ticket_id;


-- src/tickets/children/child-store.ts

-- countDescendants
with recursive below(id, parent_id, project_id, home_id, status, estimate_hundredths, is_own) as (
    select t.id, t.parent_id, t.project_id, t.home_id, t.status, t.estimate_hundredths, case when t.reporter_id = :userId or t.assignee_id = :userId then 1 else 0 end from tickets t where t.parent_id = :id and t.deleted_at is null
    union
    select t.id, t.parent_id, t.project_id, t.home_id, t.status, t.estimate_hundredths, case when t.reporter_id = :userId or t.assignee_id = :userId then 1 else 0 end from tickets t join below on t.parent_id = below.id where t.deleted_at is null)
  select c.project_id as "projectId", w.id as "workspaceId", p.visibility, pm.role,
  wm.role as "workspaceRole", w.kind as "workspaceKind", c.is_own as "isOwn", c.is_child as "isChild", c.status, c.tickets, c.estimate
  from (
    select b.project_id, b.home_id, b.status, b.is_own, case when b.parent_id = :id then 1 else 0 end as is_child,
      count(*) as tickets, cast(coalesce(sum(b.estimate_hundredths), 0) as bigint) as estimate
    from (select * from below limit :limit) b
    where b.id <> :id
    group by b.project_id, b.home_id, b.status, b.is_own, 5) c
  left join projects p on p.id = c.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, c.home_id)
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where coalesce(p.status, 'active') <> 'deleted';

-- listOpenChildren
select c.project_id as "projectId", w.id as "workspaceId", p.visibility, pm.role,
  wm.role as "workspaceRole", w.kind as "workspaceKind", c.is_own as "isOwn", c.id, c.number, c.title, c.rank, p.key as "projectKey"
  from (
    select t.id, t.project_id, t.home_id, t.number, t.title, t.rank, case when t.reporter_id = :userId or t.assignee_id = :userId then 1 else 0 end as is_own from tickets t
    where t.parent_id = :id and t.deleted_at is null and t.status not in ('done', 'cancelled')
    limit :limit) c
  left join projects p on p.id = c.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, c.home_id)
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where coalesce(p.status, 'active') <> 'deleted';

-- countChildrenOf
select c.project_id as "projectId", w.id as "workspaceId", p.visibility, pm.role,
  wm.role as "workspaceRole", w.kind as "workspaceKind", c.is_own as "isOwn", c.parent_id as "parentId", c.status, c.tickets
  from (
    select x.parent_id, x.project_id, x.home_id, x.status, x.is_own, count(*) as tickets
    from (
      select t.parent_id, t.project_id, t.home_id, t.status, case when t.reporter_id = :userId or t.assignee_id = :userId then 1 else 0 end as is_own from tickets t
      where t.parent_id in :ids[] and t.deleted_at is null and t.status <> 'cancelled') x
    group by x.parent_id, x.project_id, x.home_id, x.status, x.is_own) c
  left join projects p on p.id = c.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, c.home_id)
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where coalesce(p.status, 'active') <> 'deleted';


-- src/tickets/comments/comment-store.ts

-- ofTicket
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"
  from comments c join users u on u.id = c.author_id
  where c.ticket_id = :ticketId
  order by c.created_at asc, c.id asc limit :limit;
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"
  from comments c join users u on u.id = c.author_id
  where (c.created_at, c.id) > (:after0, :after1) and c.ticket_id = :ticketId
  order by c.created_at asc, c.id asc limit :limit;
select c.created_at as after0, c.id as after1
  from comments c
  where c.ticket_id = :ticketId
  order by c.created_at asc, c.id asc limit 1 offset :offset;
select c.created_at as after0, c.id as after1
  from comments c
  where c.ticket_id = :ticketId
  order by c.created_at desc, c.id desc limit 1 offset :offset;
select count(*) as total from comments c where c.ticket_id = :ticketId;

-- listLatestCommentsSql
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage" from comments c join users u on u.id = c.author_id where c.ticket_id = :ticketId order by c.created_at desc, c.id desc limit :limit;

-- listThread
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"
  from comments c join users u on u.id = c.author_id
  where c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId)
  order by c.created_at asc, c.id asc limit :limit;
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"
  from comments c join users u on u.id = c.author_id
  where (c.created_at, c.id) > (:after0, :after1) and c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId)
  order by c.created_at asc, c.id asc limit :limit;
select c.created_at as after0, c.id as after1
  from comments c
  where c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId)
  order by c.created_at asc, c.id asc limit 1 offset :offset;
select c.created_at as after0, c.id as after1
  from comments c
  where c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId)
  order by c.created_at desc, c.id desc limit 1 offset :offset;
select count(*) as total from comments c where c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId);

-- findThreadByReply
select c.resolved_at as "resolvedAt" from comments c
  where c.ticket_id = :ticketId and c.parent_id = :threadId limit 1;

-- listThreadAuthors
select distinct c.author_id as "authorId" from comments c where c.id = :threadId or c.parent_id = :threadId;

-- setThreadResolved
update comments set resolved_at = :at, resolved_by = :by
  where ticket_id = :ticketId and (id = :threadId or parent_id = :threadId);

-- changeReplyCount
update comments set reply_count = reply_count + :change where id = :id;

-- findComment
select c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage" from comments c join users u on u.id = c.author_id where c.id = :id and c.ticket_id = :ticketId;

-- insertComments
insert into comments (id,ticket_id,author_id,content,created_at,content_folded,parent_id,imported_by,updated_at) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8);

-- updateCommentRowSql
update comments set content = :content, content_folded = :contentFolded, version = version + 1, updated_at = :now
  where id = :id;

-- deleteCommentRow
delete from comments where id = :id;

-- changeCommentCount
update tickets set comment_count = comment_count + :change, updated_at = :updatedAt where id = :ticketId;

-- listPresentComments
select id from comments where id in :ids[];

-- addImportedComments
update tickets set comment_count = comment_count + :count, updated_at = updated_at + 1 where id = :ticketId;


-- src/tickets/criteria/criterion-store.ts

-- listCriterionRows
select c.id, c.ticket_id as "ticketId", c.position, c.text, c.check_type as "checkType",
    c.check_value as "checkValue", c.is_runnable as "isRunnable", c.state, c.created_at as "createdAt", c.updated_at as "updatedAt"
  from ticket_criteria c where c.ticket_id = :ticketId order by c.position, c.id;

-- listCriteriaOfTickets
select c.id, c.ticket_id as "ticketId", c.position, c.text, c.check_type as "checkType",
    c.check_value as "checkValue", c.is_runnable as "isRunnable", c.state, c.created_at as "createdAt", c.updated_at as "updatedAt"
  from ticket_criteria c where c.ticket_id in :ticketIds[] order by c.ticket_id, c.position, c.id;

-- insertCriteria
insert into ticket_criteria (id,ticket_id,position,text,check_type,check_value,is_runnable,state,created_at,updated_at,text_folded) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10);

-- update
update ticket_criteria set text = :text, text_folded = :textFolded, check_type = :checkType, check_value = :checkValue,
    is_runnable = :isRunnable, state = :state, updated_at = :updatedAt
  where id = :id;

-- updateCriterionState
update ticket_criteria set state = :state, updated_at = :updatedAt where id = :id;

-- updateCriterionPosition
update ticket_criteria set position = :position where id = :id;

-- deleteCriterionRow
delete from ticket_criteria where id = :id;

-- updateProgress
update tickets set criteria_progress = :progress, updated_at = :updatedAt where id = :ticketId;

-- listTicketsToRecheck
select t.id, t.completed_at as "completedAt" from tickets t
  where t.project_id = :projectId and t.status = 'done' and t.deleted_at is null and t.id in (
    select c.ticket_id from ticket_criteria c where c.is_runnable = 1 and c.state in ('shown', 'stale'))
  order by t.completed_at desc, t.id desc limit :limit;


-- src/tickets/cycles/cycle-schedule-store.ts

-- findSchedule
select s.project_id as "projectId", s.set_by as "setBy", s.timezone, s.length_weeks as "lengthWeeks",
  s.start_day as "startDay", s.planned_ahead as "plannedAhead", s.carries_over as "carriesOver", s.next_at as "nextAt" from cycle_schedules s where s.project_id = :projectId;

-- lockDueSchedule
select s.project_id as "projectId", s.set_by as "setBy", s.timezone, s.length_weeks as "lengthWeeks",
  s.start_day as "startDay", s.planned_ahead as "plannedAhead", s.carries_over as "carriesOver", s.next_at as "nextAt" from cycle_schedules s where s.project_id = :projectId and s.next_at <= :now for update;

-- listDueProjects
select s.project_id as "projectId" from cycle_schedules s join projects p on p.id = s.project_id
  where s.next_at <= :now and p.status = 'active' order by s.next_at limit :limit;

-- upsertSchedule
insert into cycle_schedules (project_id, set_by, timezone, length_weeks, start_day, planned_ahead, carries_over, next_at)
  values (:projectId, :setBy, :timezone, :lengthWeeks, :startDay, :plannedAhead, :carriesOver, :nextAt)
  on conflict (project_id) do update set set_by = excluded.set_by, timezone = excluded.timezone,
    length_weeks = excluded.length_weeks, start_day = excluded.start_day, planned_ahead = excluded.planned_ahead,
    carries_over = excluded.carries_over, next_at = excluded.next_at;

-- setNextAt
update cycle_schedules set next_at = :nextAt where project_id = :projectId;

-- bringScheduleForward
update cycle_schedules set next_at = :now where project_id = :projectId and next_at > :now;

-- listDatedCycles
select g.id, g.project_id as "projectId", g.name, g.starts_at as "startsAt", g.ends_at as "endsAt",
    g.started_at as "startedAt", g.ended_at as "endedAt"
  from groups g where g.project_id = :projectId and g.kind = 'cycle' and g.starts_at is not null and g.ends_at is not null
  order by g.starts_at, g.id;

-- markCycleStarted
update groups set started_at = :now where id = :id;

-- markCycleEnded
update groups set ended_at = :now where id = :id;

-- skipStarted
update groups set started_at = :now
  where project_id = :projectId and kind = 'cycle' and starts_at <= :now and started_at is null;

-- skipEnded
update groups set ended_at = :now
  where project_id = :projectId and kind = 'cycle' and ends_at <= :now and ended_at is null;

-- countDoneTickets
select count(*) as count from tickets where group_id = :groupId and status = 'done' and deleted_at is null;

-- countMovedTickets
select count(distinct ticket_id) as count from ticket_group_moves
  where from_group_id = :from and to_group_id = :to and at >= :since;


-- src/tickets/duplicates/title-word-store.ts

-- insertTitleWords
insert into ticket_title_words (${['home_id', 'word', 'ticket_id']}) values …;

-- deleteTitleWords
delete from ticket_title_words where home_id = :homeId and word in (${names.join()}) and ticket_id = :id;

-- listTitlesSharingWords
select t.id, t.title, t.title_folded as "titleFolded", t.status, t.number
    from (select ticket_id from (${sharing.join(' union all ')}) s
      group by ticket_id order by count(*) desc, ticket_id desc limit :comparedMax) w join tickets t on t.id = w.ticket_id
    where t.deleted_at is null and ${openCondition('t.status')};


-- src/tickets/fields/ticket-row-store.ts

-- rowSelect
select ${rowColumns} from ${source};

-- packedSelect
select ${packedColumns} from ${source};


-- src/tickets/filter-language/filter-name-store.ts

-- listProjectsNamed
select p.id, p.key, p.name, p.name_folded as "nameFolded" from projects p
  where p.id in :homes[] and (p.name_folded in :refs[]
    or p.id in (select project_id from project_keys where key_folded in :refs[]));

-- listKeyHolders
select project_id as id, key_folded as key from project_keys where key_folded in :refs[];

-- listHomesOfGuest
select t.home_id as id from tickets t
  where t.assignee_id = :userId and t.deleted_at is null and t.home_id in :homes[]
  union select t.home_id as id from tickets t
  where t.reporter_id = :userId and t.deleted_at is null and t.home_id in :homes[];

-- listProjectsBeginningSql
select p.id, p.key, p.name from projects p
  where p.id in :homes[] and (lower(p.key) like :prefix escape '!' or p.name_folded like :prefix escape '!')
  order by p.key limit :limit;

-- listGroupNames
select g.id, g.name from groups g where g.project_id in :homes[] order by g.created_at desc, g.id;

-- listMilestoneNames
select g.id, g.name from groups g where g.project_id in :homes[] and g.kind = 'milestone'
  order by g.created_at desc, g.id;

-- selectWorkspaces
select w.id, w.name from workspaces w where ${
      limited
        ? 'w.id in (select workspace_id from projects where id in :keyProjects[])'
        : 'w.id in (select workspace_id from workspace_members where user_id = :userId)'
    } order by w.name, w.id;


-- src/tickets/groups/group-store.ts

-- findGroup
select g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt" from groups g where g.id = :id;

-- listGroupsNamed
select g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt" from groups g where g.project_id = :projectId and g.name in :names[];

-- insertGroups
insert into groups (id,project_id,name,kind,description,starts_at,ends_at,created_at,updated_at) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8);

-- nextCycle
select g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt" from groups g
  where g.project_id = :projectId and g.kind = 'cycle' and g.starts_at > :after and g.id <> :id
  order by g.starts_at, g.id limit 1;

-- listOpenTicketIds
select t.id from tickets t where t.group_id = :id and t.deleted_at is null
    and t.status not in ('done', 'cancelled') limit :limit;

-- hasTickets
select id from (select t.id from tickets t where t.group_id = :id and t.deleted_at is null limit 1) g
  union all select id from (
    select t.id from tickets t where t.milestone_id = :id and t.deleted_at is null limit 1) m limit 1;

-- countByMilestone
select t.milestone_id as "milestoneId", t.status, count(*) as tickets,
    cast(coalesce(sum(t.estimate_hundredths), 0) as bigint) as estimate
  from tickets t where t.milestone_id in :ids[] and t.deleted_at is null group by t.milestone_id, t.status;

-- updateGroupRow
update groups set name = :name, kind = :kind, description = :description, starts_at = :startsAt, ends_at = :endsAt, updated_at = :updatedAt
  where id = :id;

-- clear
update tickets set group_id = null where id in (select t.id from tickets t where t.group_id = :id limit :limit);

-- clearMilestone
update tickets set milestone_id = null where id in (select t.id from tickets t where t.milestone_id = :id limit :limit);

-- remove
delete from groups where id = :id;

-- listGroupsOf
select g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt"
  from groups g 
  where g.project_id in :projectIds[]
  order by coalesce(g.ends_at, 9007199254740991) asc, g.created_at asc, g.id asc limit :limit;
select g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt"
  from groups g 
  where (coalesce(g.ends_at, 9007199254740991), g.created_at, g.id) > (:after0, :after1, :after2) and g.project_id in :projectIds[]
  order by coalesce(g.ends_at, 9007199254740991) asc, g.created_at asc, g.id asc limit :limit;
select coalesce(g.ends_at, 9007199254740991) as after0, g.created_at as after1, g.id as after2
  from groups g
  where g.project_id in :projectIds[]
  order by coalesce(g.ends_at, 9007199254740991) asc, g.created_at asc, g.id asc limit 1 offset :offset;
select coalesce(g.ends_at, 9007199254740991) as after0, g.created_at as after1, g.id as after2
  from groups g
  where g.project_id in :projectIds[]
  order by coalesce(g.ends_at, 9007199254740991) desc, g.created_at desc, g.id desc limit 1 offset :offset;
select count(*) as total from groups g where g.project_id in :projectIds[];


-- src/tickets/history/history-store.ts

-- listHistoryRows
select e.id, e.seq, e.type, e.occurred_at as "occurredAt", e.data, e.actor_id as "actorId", u.name as "actorName",
    u.email as "actorEmail", u.image as "actorImage"
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id <= :ticketId and e.ticket_id >= :ticketId
  order by e.ticket_id desc, e.seq desc limit :limit;
select e.id, e.seq, e.type, e.occurred_at as "occurredAt", e.data, e.actor_id as "actorId", u.name as "actorName",
    u.email as "actorEmail", u.image as "actorImage"
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId and (e.seq) < (:after0)
  order by e.ticket_id desc, e.seq desc limit :limit;
select e.seq as after0
  from events e
  where e.ticket_id <= :ticketId and e.ticket_id >= :ticketId
  order by e.ticket_id desc, e.seq desc limit 1 offset :offset;
select e.seq as after0
  from events e
  where e.ticket_id <= :ticketId and e.ticket_id >= :ticketId
  order by e.ticket_id asc, e.seq asc limit 1 offset :offset;
select count(*) as total from events e where e.ticket_id <= :ticketId and e.ticket_id >= :ticketId;


-- src/tickets/home-store.ts

-- listHomesOf
select p.id as "homeId", p.workspace_id as "workspaceId", h.ticket_count as "ticketCount", 0 as guest
  from project_members m join projects p on p.id = m.project_id join ticket_homes h on h.id = p.id
  where m.user_id = :userId and p.status <> 'deleted'
  union all
  select p.id, p.workspace_id, h.ticket_count, 0
  from projects p join workspaces w on w.id = p.workspace_id join ticket_homes h on h.id = p.id
  where p.visibility = 'public' and p.status <> 'deleted' and (w.kind = 'personal'
    or exists (select 1 from workspace_members wm where wm.workspace_id = w.id and wm.user_id = :userId))
  union all
  select h.id, h.id, h.ticket_count, 0
  from workspace_members wm join ticket_homes h on h.id = wm.workspace_id
  where wm.user_id = :userId and h.ticket_count > 0
  union all
  select g.home_id, coalesce(p.workspace_id, g.home_id), h.ticket_count, 1
  from ticket_guests g join ticket_homes h on h.id = g.home_id left join projects p on p.id = g.home_id
  where g.user_id = :userId and (p.id is null or p.status <> 'deleted');

-- countTicketsOfHome
select ticket_count as "ticketCount" from ticket_homes where id = :id;


-- src/tickets/import/imported-ticket-store.ts

-- takenNumbers
select number from tickets where ${isOne}
    union all
    select number from ticket_former_numbers where ${isOne};

-- listTicketsWithoutParent
select id from tickets where id in :ids[] and parent_id is null;

-- setParent
update tickets set parent_id = :parentId, updated_at = updated_at + 1 where id = :id and parent_id is null;

-- recountTicketRows
update tickets set
    comment_count = (select count(*) from comments c where c.ticket_id = tickets.id),
    time_log_count = (select count(*) from time_logs l where l.ticket_id = tickets.id),
    label_count = (select count(*) from ticket_labels l where l.ticket_id = tickets.id),
    label_ids = (select string_agg(l.label_id, ',' order by l.label_id) from ticket_labels l where l.ticket_id = tickets.id),
    reaction_count = (select count(*) from emoji_reactions r where r.ticket_id = tickets.id and r.comment_id is null),
    checklist_total = (select count(*) from checklist_items i where i.ticket_id = tickets.id),
    criteria_progress = (
      select case when count(*) > 0
        then cast(sum(case when c.state = 'shown' then 1 else 0 end) as text) || '/' || cast(count(*) as text) end
      from ticket_criteria c where c.ticket_id = tickets.id)
  where id in :ids[];

-- leaveForeignThreads
update comments set parent_id = null where parent_id in :ids[]
    and exists (select 1 from comments p where p.id = comments.parent_id and p.ticket_id <> comments.ticket_id);

-- recountComments
update comments set
    mention_count = (select count(*) from comment_mentions m where m.comment_id = comments.id),
    reaction_count = (select count(*) from emoji_reactions r where r.comment_id = comments.id),
    reply_count = (select count(*) from comments r where r.parent_id = comments.id)
  where id in :ids[];

-- setParentRow
update tickets set parent_id = :parentId where id = :id and parent_id is null;


-- src/tickets/labels/label-store.ts

-- workspaces
select id, workspace_id as "workspaceId" from labels where id in :ids[];

-- visible
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"
  from labels l 
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId)
  order by l.name_folded asc, l.id asc limit :limit;
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"
  from labels l 
  where (l.name_folded, l.id) > (:after0, :after1) and l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId)
  order by l.name_folded asc, l.id asc limit :limit;
select l.name_folded as after0, l.id as after1
  from labels l
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId)
  order by l.name_folded asc, l.id asc limit 1 offset :offset;
select l.name_folded as after0, l.id as after1
  from labels l
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId)
  order by l.name_folded desc, l.id desc limit 1 offset :offset;
select count(*) as total from labels l where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId);

-- visibleIn
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"
  from labels l 
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId) and l.workspace_id in :workspaces[]
  order by l.name_folded asc, l.id asc limit :limit;
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"
  from labels l 
  where (l.name_folded, l.id) > (:after0, :after1) and l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId) and l.workspace_id in :workspaces[]
  order by l.name_folded asc, l.id asc limit :limit;
select l.name_folded as after0, l.id as after1
  from labels l
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId) and l.workspace_id in :workspaces[]
  order by l.name_folded asc, l.id asc limit 1 offset :offset;
select l.name_folded as after0, l.id as after1
  from labels l
  where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId) and l.workspace_id in :workspaces[]
  order by l.name_folded desc, l.id desc limit 1 offset :offset;
select count(*) as total from labels l where l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId) and l.workspace_id in :workspaces[];

-- findLabel
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt" from labels l where l.id = :id;

-- insertLabels
insert into labels (id,workspace_id,name,color,created_at,updated_at,name_folded) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6);

-- updateLabelRowSql
update labels set name = :name, name_folded = :nameFolded, color = :color, updated_at = :updatedAt where id = :id;

-- someWith
select ticket_id as "ticketId" from ticket_labels where label_id = :id limit :limit;

-- uncount
update tickets set label_count = label_count - 1,
    label_ids = nullif(trim(replace(',' || label_ids || ',', ',' || :id || ',', ','), ','), '')
  where id in :ticketIds[];

-- detachSome
delete from ticket_labels where label_id = :id and ticket_id in :ticketIds[];

-- lock
select id from labels where id = :id for update;

-- remove
delete from labels where id = :id;

-- visibleNamed
select l.id, l.name_folded as "nameFolded" from labels l where l.name_folded in :names[] and l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId);

-- listLabelsByName
select l.id, l.name, l.name_folded as "nameFolded" from labels l
    where ${prefix === undefined ? 'l.name_folded in :names[]' : "l.name_folded like :prefix escape '!'"}
      and ${visibleLabels}
      ${keyProjects ? 'and l.workspace_id in (select workspace_id from projects where id in :keyProjects[])' : ''}
    order by l.name_folded, l.id limit :limit;

-- listLabelsOf
select l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt" from ticket_labels tl join labels l on l.id = tl.label_id
  where tl.ticket_id = :ticketId order by l.name_folded, l.id;

-- byNames
select id, name_folded as "nameFolded" from labels where workspace_id = :workspaceId and name_folded in :names[];

-- listLabelsOfTickets
select tl.ticket_id as "ticketId", l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt" from ticket_labels tl join labels l on l.id = tl.label_id
  where tl.ticket_id in :ticketIds[] order by l.name_folded, l.id;

-- attach
insert into ticket_labels (ticket_id, label_id) values (:ticketId, :labelId);

-- detachLabels
delete from ticket_labels where ticket_id = :ticketId and label_id in :labelIds[];


-- src/tickets/links/link-store.ts

-- findLink
select l.id, l.ticket_id as "ticketId", l.kind, l.provider, l.repository, l.reference, l.title, l.url, l.state,
  l.closes, l.author, l.author_id as "authorId", l.created_at as "createdAt", l.updated_at as "updatedAt" from ticket_links l where l.ticket_id = :ticketId and l.kind = :kind and l.provider = :provider
    and l.repository = :repository and l.reference = :reference;

-- listLinks
select l.id, l.ticket_id as "ticketId", l.kind, l.provider, l.repository, l.reference, l.title, l.url, l.state,
  l.closes, l.author, l.author_id as "authorId", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail", u.image as "authorImage"
  from ticket_links l left join users u on u.id = l.author_id
  where l.ticket_id = :ticketId
  order by l.created_at desc, l.id desc limit :limit;
select l.id, l.ticket_id as "ticketId", l.kind, l.provider, l.repository, l.reference, l.title, l.url, l.state,
  l.closes, l.author, l.author_id as "authorId", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail", u.image as "authorImage"
  from ticket_links l left join users u on u.id = l.author_id
  where (l.created_at, l.id) < (:after0, :after1) and l.ticket_id = :ticketId
  order by l.created_at desc, l.id desc limit :limit;
select l.created_at as after0, l.id as after1
  from ticket_links l
  where l.ticket_id = :ticketId
  order by l.created_at desc, l.id desc limit 1 offset :offset;
select l.created_at as after0, l.id as after1
  from ticket_links l
  where l.ticket_id = :ticketId
  order by l.created_at asc, l.id asc limit 1 offset :offset;
select count(*) as total from ticket_links l where l.ticket_id = :ticketId;

-- listNewestLinks
select l.id, l.ticket_id as "ticketId", l.kind, l.provider, l.repository, l.reference, l.title, l.url, l.state,
  l.closes, l.author, l.author_id as "authorId", l.created_at as "createdAt", l.updated_at as "updatedAt" from ticket_links l where l.ticket_id = :ticketId
  order by l.created_at desc, l.id desc limit :limit;

-- insertLink
insert into ticket_links (id, ticket_id, kind, provider, repository, reference, title, url, state, closes, author,
    author_id, created_at, updated_at)
  values (:id, :ticketId, :kind, :provider, :repository, :reference, :title, :url, :state, :closes, :author, :authorId,
    :createdAt, :updatedAt);

-- insertLinks
insert into ticket_links (id,ticket_id,kind,provider,repository,reference,title,url,state,closes,author,author_id,created_at,updated_at) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10,:p11,:p12,:p13);

-- updateLink
update ticket_links set title = :title, url = :url, state = :state, closes = :closes, updated_at = :updatedAt
  where id = :id;

-- listLinkedByReference
select l.ticket_id as "ticketId", l.reference from ticket_links l
  where l.reference in :references[] and l.kind = :kind
    and (:repository = '' or lower(l.repository) = lower(:repository))
  order by l.created_at, l.id limit 1000;

-- listTicketsOfMerges
select distinct l.ticket_id as "ticketId" from ticket_links l
  join tickets t on t.id = l.ticket_id and t.project_id = :projectId
  where l.reference in :numbers[] and l.kind = 'pull_request' and l.state = 'merged' and lower(l.repository) = :repository;

-- listTicketsOfMergeCommits
select distinct l.ticket_id as "ticketId" from ticket_links l
  join tickets t on t.id = l.ticket_id and t.project_id = :projectId
  where l.merge_sha in :shas[] and l.state = 'merged' and lower(l.repository) = :repository;

-- setMergeCommit
update ticket_links set merge_sha = :sha where reference = :reference and kind = 'pull_request'
    and provider = :provider and repository = :repository;

-- hasCommitSince
select 1 as found from ticket_links where ticket_id = :ticketId and kind = 'commit' and created_at > :at
    and lower(repository) = :repository limit 1;

-- listLinkAuthors
select distinct author_id as id from ticket_links
  where ticket_id = :ticketId and author_id is not null and kind in ('commit', 'pull_request');

-- listLinkedTickets
select ticket_id as "ticketId" from ticket_links where provider = :provider and repository = :repository
    and kind = :kind and reference = :reference;


-- src/tickets/lists/ticket-facet-store.ts

-- listProjectIds
select id from projects where id in :ids[];

-- countTicketsByFacets
with matching as materialized (${matchingTickets(facets, where)}) ${[total, ...parts].join(' union all ')};


-- src/tickets/lists/ticket-list-store.ts

-- itemSelect
select ${itemColumns} from ${source};

-- countTicketRows
select count(*) as total from tickets t where ${[condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ')};

-- selectMatchingIds
select t.id from tickets t where ${where};


-- src/tickets/mentions/mention-store.ts

-- listMentionCandidates
select u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from users u
  left join project_members pm on pm.project_id = :projectId and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = :workspaceId and wm.user_id = u.id
  where u.active = 1 and u.id in (
    select user_id from project_members where project_id = :membersOf
    union select user_id from workspace_members where workspace_id = :workspaceMembersOf
    union select reporter_id from tickets where id = :ticketId
    union select assignee_id from tickets where id = :ticketId
    union select author_id from comments where ticket_id = :ticketId
    union select user_id from ticket_watchers where ticket_id = :ticketId and watching = 1);

-- ofComments
select m.comment_id as "commentId", u.id, u.name, u.email, u.image
  from comment_mentions m join users u on u.id = m.user_id where m.comment_id in :ids[] order by u.name, u.id;

-- forget
delete from comment_mentions where comment_id = :commentId;

-- setCount
update comments set mention_count = :count where id = :commentId;

-- replaceMentions
insert into comment_mentions (${['comment_id', 'user_id']}) values …;


-- src/tickets/origins/origin-store.ts

-- insertOrigins
insert into ticket_origins (project_id,product,source_id,ticket_id,import_id,key_folded) values (:p0,:p1,:p2,:p3,:p4,:p5);

-- listImportedTickets
select source_id as "sourceId", ticket_id as "ticketId", import_id as "importId" from ticket_origins
  where project_id = :projectId and product = :product and source_id in :sourceIds[];

-- visibleByKey
select o.ticket_id as id from ticket_origins o join projects p on p.id = o.project_id
    join workspaces w on w.id = p.workspace_id
  where o.key_folded = :key and p.status <> 'deleted'
    and (exists (select 1 from project_members m where m.project_id = p.id and m.user_id = :userId)
      or (p.visibility = 'public' and (w.kind = 'personal'
        or exists (select 1 from workspace_members m where m.workspace_id = w.id and m.user_id = :userId))))
  limit 2;


-- src/tickets/own-fields/field-value-store.ts

-- insertFieldKeys
insert into ticket_field_values (ticket_id,field_id,item,text_key,number_key,text_folded) values (:p0,:p1,:p2,:p3,:p4,:p5);

-- deleteFieldKeys
delete from ticket_field_values where ticket_id = :ticketId and field_id in :fieldIds[];

-- textKeys
select distinct fv.text_key as text from ticket_field_values fv
  where fv.field_id in :fieldIds[] and fv.text_key like :prefix escape '!' and fv.text_key not like 'sha256:%'
  order by text limit :limit;


-- src/tickets/own-fields/own-field-store.ts

-- listFieldsOfSql
select f.id, f.project_id as "projectId", f.name, f.type, f.description, f.required,
  f.default_value as "defaultValue", f.options, f.position, f.archived_at as "archivedAt", f.created_at as "createdAt",
  f.updated_at as "updatedAt" from project_fields f where f.project_id = :projectId order by f.position, f.id;

-- ofProjects
select f.id, f.project_id as "projectId", f.name, f.type, f.description, f.required,
  f.default_value as "defaultValue", f.options, f.position, f.archived_at as "archivedAt", f.created_at as "createdAt",
  f.updated_at as "updatedAt" from project_fields f where f.project_id in :projectIds[] and f.archived_at is null
  order by f.position, f.id;

-- named
select f.id, f.project_id as "projectId", f.name, f.type, f.description, f.required,
  f.default_value as "defaultValue", f.options, f.position, f.archived_at as "archivedAt", f.created_at as "createdAt",
  f.updated_at as "updatedAt" from project_fields f
  where f.project_id in :projectIds[] and f.name_folded in :names[] and f.archived_at is null;

-- insert
insert into project_fields (id, project_id, name, name_folded, type, description, required, default_value, options,
    position, archived_at, created_at, updated_at)
  values (:id, :projectId, :name, :nameFolded, :type, :description, :required, :defaultValue, :options,
    :position, :archivedAt, :createdAt, :updatedAt);

-- updateFieldSql
update project_fields set name = :name, name_folded = :nameFolded, description = :description,
    required = :required, default_value = :defaultValue, options = :options, position = :position,
    archived_at = :archivedAt, updated_at = :updatedAt
  where id = :id;

-- userNames
select id, name from users where id in :ids[];


-- src/tickets/rank/rank-store.ts

-- following
select id, rank from tickets
  where home_id = :homeId and deleted_at is null and (rank, id) > (:rank, :id) order by rank, id limit :limit;

-- preceding
select id, rank from tickets
  where home_id = :homeId and deleted_at is null and (rank, id) < (:rank, :id) order by rank desc, id desc limit :limit;


-- src/tickets/reactions/emoji-reaction-store.ts

-- ofItems
select x.item_id as "itemId", x.emoji, x.total, x.mine, x.user_id as "userId", u.name as "userName"
  from (select r.item_id, r.emoji, r.user_id,
      count(*) over (partition by r.item_id, r.emoji) as total,
      max(case when r.user_id = :me then 1 else 0 end) over (partition by r.item_id, r.emoji) as mine,
      min(r.created_at) over (partition by r.item_id, r.emoji) as since,
      row_number() over (partition by r.item_id, r.emoji order by r.created_at, r.user_id) as place
    from emoji_reactions r where r.item_id in :itemIds[]) x
  join users u on u.id = x.user_id
  where x.place <= :usersShown
  order by x.since, x.emoji, x.place;

-- listEmojiOfSql
select distinct emoji from emoji_reactions where item_id = :itemId;

-- insert
insert into emoji_reactions (item_id, emoji, user_id, ticket_id, comment_id, created_at)
  values (:itemId, :emoji, :userId, :ticketId, :commentId, :now) on conflict do nothing;

-- remove
delete from emoji_reactions where item_id = :itemId and emoji = :emoji and user_id = :userId;

-- countOnTicket
update tickets set reaction_count = reaction_count + :change where id = :id;

-- countOnComment
update comments set reaction_count = reaction_count + :change where id = :id;


-- src/tickets/reference-store.ts

-- isMemberOfHome
select user_id as "userId" from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId;

-- isReaderOfHome
select user_id as id from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId
  union all
  select p.id from projects p join workspaces w on w.id = p.workspace_id
  where p.id = :homeId and p.visibility = 'public' and (w.kind = 'personal'
    or exists (select 1 from workspace_members m where m.workspace_id = w.id and m.user_id = :userId));

-- findGroupFacts
select project_id as "projectId", kind from groups where id = :id;


-- src/tickets/relations/blocker-store.ts

-- openEdges
with recursive above(ticket_id, id) as (
    select t.id, t.id from tickets t where t.id in :ticketIds[]
    union
    select a.ticket_id, p.id from above a join tickets t on t.id = a.id
      join tickets p on p.id = t.parent_id and p.deleted_at is null)
  select a.ticket_id as "ticketId", a.id as "aboveId", b.id, b.title, b.number, b.project_id as "projectId", p.key as "projectKey"
  from above a join ticket_relations r on r.to_id = a.id and r.kind = 'blocks'
  join tickets b on b.id = r.from_id and b.deleted_at is null and b.status not in ('done', 'cancelled')
  left join projects p on p.id = b.project_id
  where p.id is null or p.status <> 'deleted'
  order by a.ticket_id, r.created_at, b.id;

-- ancestors
with recursive above(origin, id) as (
    select t.id, t.id from tickets t where t.id in :ids[]
    union
    select a.origin, t.parent_id from above a join tickets t on t.id = a.id where t.parent_id is not null)
  select origin as "of", id from above;

-- listTicketsAtOrBelow
with recursive below(id) as (
    select t.id from tickets t where t.id in :ticketIds[]
    union
    select r.to_id from ticket_relations r where r.from_id in :blockerIds[] and r.kind = 'blocks'
    union
    select t.id from below b join tickets t on t.parent_id = b.id)
  select id from below;

-- listBlockersInProject
select t.id from tickets t where t.project_id = :projectId
    and exists (select 1 from ticket_relations r where r.from_id = t.id and r.kind = 'blocks');

-- aboveOf
with recursive above(id) as (
    select t.id from tickets t where t.id = :ticketId
    union
    select t.parent_id from above a join tickets t on t.id = a.id where t.parent_id is not null)
  select id from above;

-- lockAll
select id from tickets where id in :ids[] order by id for update;


-- src/tickets/relations/relation-store.ts

-- listRelationRows
select kind, 1 as outgoing, to_id as "otherId", created_at as "createdAt" from ticket_relations
  where from_id = :ticketId
  union all
  select kind, 0, from_id, created_at from ticket_relations where to_id = :ticketId
  order by 4, 3;

-- insertRelation
insert into ticket_relations (from_id, to_id, kind, created_at) values (:fromId, :toId, :kind, :now)
  on conflict do nothing;

-- deleteRelation
delete from ticket_relations where from_id = :fromId and to_id = :toId and kind = :kind;

-- isReachable
with recursive reached(id) as (
    select to_id from ticket_relations where from_id = :fromId and kind = :kind
    union
    select r.to_id from ticket_relations r join reached on reached.id = r.from_id where r.kind = :kind)
  select id from reached where id = :toId;


-- src/tickets/reviews/review-store.ts

-- listReviewRows
select r.id, r.ticket_id as "ticketId", r.author_id as "authorId", r.verdict, r.comment, r.commit_sha as "commit",
    r.disqualified, r.created_at as "createdAt", u.name as "authorName", u.image as "authorImage",
    case when u.agent_owner_id is null then 0 else 1 end as "isAgent"
  from ticket_reviews r left join users u on u.id = r.author_id
  where r.ticket_id = :ticketId order by r.created_at desc, r.id desc;

-- insertReview
insert into ticket_reviews (id,ticket_id,author_id,verdict,comment,disqualified,created_at,commit_sha) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7);

-- listReviewerRows
select u.id, u.name, u.image, case when u.agent_owner_id is null then 0 else 1 end as "isAgent", v.asked_at as "askedAt"
  from ticket_reviewers v join users u on u.id = v.user_id and u.active = 1
  where v.ticket_id = :ticketId order by u.name, u.id;

-- insertReviewers
insert into ticket_reviewers (ticket_id,user_id,asked_at) values (:p0,:p1,:p2);

-- deleteReviewers
delete from ticket_reviewers where ticket_id = :ticketId and user_id in :userIds[];

-- askAgain
update ticket_reviewers set asked_at = :now where ticket_id = :ticketId;

-- listReviewsAskedOf
select v.ticket_id as "ticketId", t.project_id as "projectId", v.asked_at as "askedAt" from ticket_reviewers v
  join tickets t on t.id = v.ticket_id and t.deleted_at is null and t.status not in ('done', 'cancelled')
  where v.user_id = :userId and not exists (
    select 1 from ticket_reviews r
    where r.author_id = v.user_id and r.ticket_id = v.ticket_id and r.created_at >= v.asked_at)
  order by v.asked_at, v.ticket_id limit :limit;

-- listOwnReviewTimes
select ticket_id as "ticketId", max(created_at) as at from ticket_reviews
  where author_id = :userId and ticket_id in :ticketIds[] group by ticket_id;


-- src/tickets/schedules/schedule-store.ts

-- findScheduleSql
select s.id, s.project_id as "projectId", s.owner_id as "ownerId", s.name, s.rule, s.starts_at as "startsAt",
  s.timezone, s.template_id as "templateId", s.content, s.due_days as "dueDays", s.next_at as "nextAt",
  s.paused_at as "pausedAt", s.pause_reason as "pauseReason", s.pause_message as "pauseMessage", s.last_at as "lastAt",
  s.last_ticket_id as "lastTicketId", s.last_missed as "lastMissed", s.created_at as "createdAt",
  s.updated_at as "updatedAt", u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage"
  from ticket_schedules s join users u on u.id = s.owner_id where s.id = :id;

-- lockScheduleSql
select s.id, s.project_id as "projectId", s.owner_id as "ownerId", s.name, s.rule, s.starts_at as "startsAt",
  s.timezone, s.template_id as "templateId", s.content, s.due_days as "dueDays", s.next_at as "nextAt",
  s.paused_at as "pausedAt", s.pause_reason as "pauseReason", s.pause_message as "pauseMessage", s.last_at as "lastAt",
  s.last_ticket_id as "lastTicketId", s.last_missed as "lastMissed", s.created_at as "createdAt",
  s.updated_at as "updatedAt", u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage"
  from ticket_schedules s join users u on u.id = s.owner_id where s.id = :id for update of s;

-- listSchedulesOfSql
select s.id, s.project_id as "projectId", s.owner_id as "ownerId", s.name, s.rule, s.starts_at as "startsAt",
  s.timezone, s.template_id as "templateId", s.content, s.due_days as "dueDays", s.next_at as "nextAt",
  s.paused_at as "pausedAt", s.pause_reason as "pauseReason", s.pause_message as "pauseMessage", s.last_at as "lastAt",
  s.last_ticket_id as "lastTicketId", s.last_missed as "lastMissed", s.created_at as "createdAt",
  s.updated_at as "updatedAt", u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage"
  from ticket_schedules s join users u on u.id = s.owner_id where s.project_id = :projectId order by s.created_at, s.id;

-- countSchedulesOf
select count(*) as total from ticket_schedules where project_id = :projectId;

-- listNamesOfSchedulesWith
select name from ticket_schedules where template_id = :templateId order by name;

-- insertScheduleSql
insert into ticket_schedules (id, project_id, owner_id, name, rule, starts_at, timezone, template_id, content, due_days,
    next_at, paused_at, pause_reason, pause_message, last_at, last_ticket_id, last_missed, created_at, updated_at)
  values (:id, :projectId, :ownerId, :name, :rule, :startsAt, :timezone, :templateId, :content, :dueDays,
    :nextAt, :pausedAt, :pauseReason, :pauseMessage, :lastAt, :lastTicketId, :lastMissed, :createdAt, :updatedAt);

-- updateScheduleSql
update ticket_schedules set owner_id = :ownerId, name = :name, rule = :rule, starts_at = :startsAt,
    timezone = :timezone, template_id = :templateId, content = :content, due_days = :dueDays, next_at = :nextAt,
    paused_at = :pausedAt, pause_reason = :pauseReason, pause_message = :pauseMessage, updated_at = :updatedAt
  where id = :id;

-- deleteScheduleRow
delete from ticket_schedules where id = :id;

-- listDueSchedules
select id from ticket_schedules where next_at is not null and next_at <= :now order by next_at, id limit :limit;

-- lockDue
select s.id, s.project_id as "projectId", s.owner_id as "ownerId", s.name, s.rule, s.starts_at as "startsAt",
  s.timezone, s.template_id as "templateId", s.content, s.due_days as "dueDays", s.next_at as "nextAt",
  s.paused_at as "pausedAt", s.pause_reason as "pauseReason", s.pause_message as "pauseMessage", s.last_at as "lastAt",
  s.last_ticket_id as "lastTicketId", s.last_missed as "lastMissed", s.created_at as "createdAt",
  s.updated_at as "updatedAt" from ticket_schedules s where s.id = :id and s.next_at is not null and s.next_at <= :now
  for update skip locked;

-- advanceSchedule
update ticket_schedules set next_at = :nextAt, last_at = :lastAt, last_ticket_id = :lastTicketId,
    last_missed = :lastMissed
  where id = :id;

-- pauseSchedule
update ticket_schedules set next_at = null, paused_at = :now, pause_reason = :reason, pause_message = :message,
    updated_at = :now
  where id = :id;


-- src/tickets/templates/template-store.ts

-- findTemplateSql
select t.id, t.project_id as "projectId", t.name, t.content, t.created_at as "createdAt", t.updated_at as "updatedAt" from ticket_templates t where t.id = :id;

-- byName
select t.id, t.project_id as "projectId", t.name, t.content, t.created_at as "createdAt", t.updated_at as "updatedAt" from ticket_templates t where t.project_id = :projectId and t.name_folded = :name;

-- listTemplatesOfSql
select t.id, t.project_id as "projectId", t.name, t.content, t.created_at as "createdAt", t.updated_at as "updatedAt" from ticket_templates t where t.project_id = :projectId order by t.name_folded, t.id;

-- insertTemplateSql
insert into ticket_templates (id, project_id, name, name_folded, content, created_at, updated_at)
  values (:id, :projectId, :name, :nameFolded, :content, :createdAt, :updatedAt);

-- update
update ticket_templates set name = :name, name_folded = :nameFolded, content = :content, updated_at = :updatedAt
  where id = :id;

-- deleteTemplateRow
delete from ticket_templates where id = :id;


-- src/tickets/ticket-count-store.ts

-- takeOldest
delete from ticket_count_changes where seq <= (select max(o.seq) from (select seq from ticket_count_changes order by seq limit :limit) o)
  returning change, home_id as "homeId", status, priority, type, assignee_id as "assigneeId", created_at as "createdAt",
    completed_at as "completedAt", due_date as "dueDate", commented_at as "commentedAt";

-- work
select
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status <> 'deleted') as projects,
    (select count(*) from tickets where reporter_id = :userId and deleted_at is null)
      + (select count(*) from tickets where assignee_id = :userId and reporter_id <> :userId and deleted_at is null)
      as tickets,
    (select count(*) from comments where author_id = :userId) as comments;

-- inUse
select id from projects where workspace_id = :id
  union all select id from (select id from tickets where home_id = :id and deleted_at is null order by rank limit 1) l
  union all select id from (select id from tickets where home_id = :id and deleted_at is not null limit 1) d limit 1;

-- changeAttachmentCount
update tickets set attachment_count = attachment_count + :change, updated_at = coalesce(:updatedAt, updated_at)
  where id = :ticketId;


-- src/tickets/ticket-insert-store.ts

-- insertRows
insert into tickets (comment_count,id,home_id,title,title_folded,description,description_folded,number,type,status,own_status_id,priority,stage,project_id,assignee_id,reporter_id,imported_by,group_id,milestone_id,parent_id,due_date,field_values,estimate_hundredths,triage,snoozed_until,criteria_progress,shipped_in,completed_at,rank,version,created_at,updated_at,label_count,label_ids,checklist_total) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10,:p11,:p12,:p13,:p14,:p15,:p16,:p17,:p18,:p19,:p20,:p21,:p22,:p23,:p24,:p25,:p26,:p27,:p28,:p29,:p30,:p31,:p32,:p33,:p34);

-- insertLabelings
insert into ticket_labels (ticket_id,label_id) values (:p0,:p1);

-- insertMoves
insert into ticket_moves (home_id,at,ticket_id,from_status,to_status) values (:p0,:p1,:p2,:p3,:p4);

-- insertGroupMoves
insert into ticket_group_moves (ticket_id,at,to_group_id,from_group_id) values (:p0,:p1,:p2,:p3);

-- insertCountChanges
insert into ticket_count_changes (home_id,status,priority,type,assignee_id,created_at,completed_at,due_date,change) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8);


-- src/tickets/ticket-store.ts

-- lockById
select t.id as "id",t.home_id as "homeId",t.title as "title",t.description as "description",t.number as "number",t.type as "type",t.status as "status",t.own_status_id as "ownStatusId",t.priority as "priority",t.stage as "stage",t.project_id as "projectId",t.assignee_id as "assigneeId",t.reporter_id as "reporterId",t.imported_by as "importedBy",t.group_id as "groupId",t.milestone_id as "milestoneId",t.parent_id as "parentId",t.due_date as "dueDate",t.field_values as "fields",cast(t.estimate_hundredths as double precision) / 100 as "estimate",t.triage as "triage",t.snoozed_until as "snoozedUntil",t.criteria_progress as "criteriaProgress",t.shipped_in as "shippedIn",t.completed_at as "completedAt",t.rank as "rank",t.version as "version",t.created_at as "createdAt",t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount", t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage",
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole",
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt", t.label_ids as "labelIds"
  from tickets t left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where t.id = :id for update of t;

-- placeById
select p.id as "projectId", p.field_count as "fieldCount", p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole", r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage"
  from projects p join workspaces w on w.id = p.workspace_id join users r on r.id = :userId
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where p.id = :ref;

-- placeByKey
select p.id as "projectId", p.field_count as "fieldCount", p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole", r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage"
  from projects p join workspaces w on w.id = p.workspace_id join users r on r.id = :userId
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where p.id = (select project_id from project_keys where key_folded = :ref);

-- byId
select t.id as "id",t.home_id as "homeId",t.title as "title",t.description as "description",t.number as "number",t.type as "type",t.status as "status",t.own_status_id as "ownStatusId",t.priority as "priority",t.stage as "stage",t.project_id as "projectId",t.assignee_id as "assigneeId",t.reporter_id as "reporterId",t.imported_by as "importedBy",t.group_id as "groupId",t.milestone_id as "milestoneId",t.parent_id as "parentId",t.due_date as "dueDate",t.field_values as "fields",cast(t.estimate_hundredths as double precision) / 100 as "estimate",t.triage as "triage",t.snoozed_until as "snoozedUntil",t.criteria_progress as "criteriaProgress",t.shipped_in as "shippedIn",t.completed_at as "completedAt",t.rank as "rank",t.version as "version",t.created_at as "createdAt",t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount", t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage",
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole",
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt"
  from tickets t left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where t.id = :id;

-- byKey
select t.id as "id",t.home_id as "homeId",t.title as "title",t.description as "description",t.number as "number",t.type as "type",t.status as "status",t.own_status_id as "ownStatusId",t.priority as "priority",t.stage as "stage",t.project_id as "projectId",t.assignee_id as "assigneeId",t.reporter_id as "reporterId",t.imported_by as "importedBy",t.group_id as "groupId",t.milestone_id as "milestoneId",t.parent_id as "parentId",t.due_date as "dueDate",t.field_values as "fields",cast(t.estimate_hundredths as double precision) / 100 as "estimate",t.triage as "triage",t.snoozed_until as "snoozedUntil",t.criteria_progress as "criteriaProgress",t.shipped_in as "shippedIn",t.completed_at as "completedAt",t.rank as "rank",t.version as "version",t.created_at as "createdAt",t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount", t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage",
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole",
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt"
  from tickets t left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where t.id = coalesce(
  (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = :number
    where k.key_folded = :projectKey),
  (select f.ticket_id from project_keys k join ticket_former_numbers f
    on f.project_id = k.project_id and f.number = :number where k.key_folded = :projectKey));

-- lockByKey
select t.id as "id",t.home_id as "homeId",t.title as "title",t.description as "description",t.number as "number",t.type as "type",t.status as "status",t.own_status_id as "ownStatusId",t.priority as "priority",t.stage as "stage",t.project_id as "projectId",t.assignee_id as "assigneeId",t.reporter_id as "reporterId",t.imported_by as "importedBy",t.group_id as "groupId",t.milestone_id as "milestoneId",t.parent_id as "parentId",t.due_date as "dueDate",t.field_values as "fields",cast(t.estimate_hundredths as double precision) / 100 as "estimate",t.triage as "triage",t.snoozed_until as "snoozedUntil",t.criteria_progress as "criteriaProgress",t.shipped_in as "shippedIn",t.completed_at as "completedAt",t.rank as "rank",t.version as "version",t.created_at as "createdAt",t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount", t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage",
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole",
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt", t.label_ids as "labelIds"
  from tickets t left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where t.id = coalesce(
  (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = :number
    where k.key_folded = :projectKey),
  (select f.ticket_id from project_keys k join ticket_former_numbers f
    on f.project_id = k.project_id and f.number = :number where k.key_folded = :projectKey)) for update of t;

-- lockIfFree
select id from tickets where id = :id for update skip locked;

-- lockMany
select t.id as "id",t.home_id as "homeId",t.title as "title",t.description as "description",t.number as "number",t.type as "type",t.status as "status",t.own_status_id as "ownStatusId",t.priority as "priority",t.stage as "stage",t.project_id as "projectId",t.assignee_id as "assigneeId",t.reporter_id as "reporterId",t.imported_by as "importedBy",t.group_id as "groupId",t.milestone_id as "milestoneId",t.parent_id as "parentId",t.due_date as "dueDate",t.field_values as "fields",cast(t.estimate_hundredths as double precision) / 100 as "estimate",t.triage as "triage",t.snoozed_until as "snoozedUntil",t.criteria_progress as "criteriaProgress",t.shipped_in as "shippedIn",t.completed_at as "completedAt",t.rank as "rank",t.version as "version",t.created_at as "createdAt",t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount", t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage",
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole",
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt", t.label_ids as "labelIds"
  from tickets t left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where t.id in :ids[] order by t.id for update of t;

-- idsOfKeys
with requested (position, project_key, number) as (values ${Array.from({ length: count }, tuple).join()})
    select w.position, coalesce(
      (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = w.number
        where k.key_folded = w.project_key),
      (select f.ticket_id from project_keys k join ticket_former_numbers f
        on f.project_id = k.project_id and f.number = w.number where k.key_folded = w.project_key)) as id
    from requested w;

-- updateTicketRow
update tickets set ${sets.join()} where id = :id;

-- markTicketDeleted
update tickets set deleted_at = :deletedAt, updated_at = :updatedAt, version = version + 1 where id = :id;

-- insertFormerNumber
insert into ticket_former_numbers (project_id, number, ticket_id) values (:projectId, :number, :ticketId);

-- isBelow
with recursive above(id) as (
    select t.id from tickets t where t.id = :parentId
    union
    select t.parent_id from tickets t join above on above.id = t.id where t.parent_id is not null)
  select id from above where id = :id;

-- touchTicket
update tickets set updated_at = :updatedAt where id = :id;

-- purgeTicketRows
delete from tickets where id in (
    select id from tickets where deleted_at is not null and deleted_at <= :before order by deleted_at limit 200);


-- src/tickets/time-logs/time-log-store.ts

-- listTimeLogs
select l.id, l.ticket_id as "ticketId", l.user_id as "userId", l.minutes, l.description,
    l.spent_at as "spentAt", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "userName",
    u.email as "userEmail", u.image as "userImage"
  from time_logs l join users u on u.id = l.user_id
  where l.ticket_id = :ticketId
  order by l.spent_at desc, l.id desc limit :limit;
select l.id, l.ticket_id as "ticketId", l.user_id as "userId", l.minutes, l.description,
    l.spent_at as "spentAt", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "userName",
    u.email as "userEmail", u.image as "userImage"
  from time_logs l join users u on u.id = l.user_id
  where (l.spent_at, l.id) < (:after0, :after1) and l.ticket_id = :ticketId
  order by l.spent_at desc, l.id desc limit :limit;
select l.spent_at as after0, l.id as after1
  from time_logs l
  where l.ticket_id = :ticketId
  order by l.spent_at desc, l.id desc limit 1 offset :offset;
select l.spent_at as after0, l.id as after1
  from time_logs l
  where l.ticket_id = :ticketId
  order by l.spent_at asc, l.id asc limit 1 offset :offset;
select count(*) as total from time_logs l where l.ticket_id = :ticketId;

-- findTimeLog
select l.id, l.ticket_id as "ticketId", l.user_id as "userId", l.minutes, l.description,
    l.spent_at as "spentAt", l.created_at as "createdAt", l.updated_at as "updatedAt", u.name as "userName",
    u.email as "userEmail", u.image as "userImage" from time_logs l join users u on u.id = l.user_id where l.id = :id and l.ticket_id = :ticketId;

-- insertTimeLog
insert into time_logs (id, ticket_id, user_id, minutes, description, spent_at, created_at, updated_at)
  values (:id, :ticketId, :userId, :minutes, :description, :spentAt, :createdAt, :updatedAt);

-- updateTimeLogRow
update time_logs set minutes = :minutes, description = :description, spent_at = :spentAt, updated_at = :updatedAt
  where id = :id;

-- deleteTimeLogRow
delete from time_logs where id = :id;

-- changeTimeLogCount
update tickets set time_log_count = time_log_count + :change, updated_at = :updatedAt where id = :ticketId;


-- src/tickets/triage/triage-store.ts

-- findLastDecision
select coalesce(u.name, 'Docket') as name, e.data
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId and e.type = 'ticket.triaged' order by e.seq desc limit 1;

-- listDueSnoozes
select id from tickets where snoozed_until is not null and snoozed_until <= :now order by snoozed_until limit :limit;


-- src/tickets/watchers/watcher-store.ts

-- listWatchersOf
select w.ticket_id as "ticketId", u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from (
    select id as ticket_id, reporter_id as user_id from tickets where id in :ids[]
    union select id, assignee_id from tickets where id in :ids[] and assignee_id is not null
    union select ticket_id, user_id from ticket_watchers where ticket_id in :ids[] and watching = 1
  ) w
  join tickets t on t.id = w.ticket_id
  join users u on u.id = w.user_id and u.active = 1
  left join projects p on p.id = t.project_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = coalesce(p.workspace_id, t.home_id) and wm.user_id = u.id
  where not exists (select 1 from ticket_watchers o
    where o.ticket_id = w.ticket_id and o.user_id = w.user_id and o.watching = 0)
  order by u.name, u.id;

-- listReaders
select u.id, t.id as "ticketId", t.project_id as "projectId", t.reporter_id as "reporterId", t.assignee_id as "assigneeId",
    p.visibility, pm.role, wm.role as "workspaceRole", w.id as "workspaceId", w.kind as "workspaceKind"
  from tickets t
  join users u on u.id in :ids[] and u.active = 1
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = u.id
  where t.id = :ticketId and (p.id is null or p.status <> 'deleted');

-- readersOfMany
select u.id, t.id as "ticketId", t.project_id as "projectId", t.reporter_id as "reporterId", t.assignee_id as "assigneeId",
    p.visibility, pm.role, wm.role as "workspaceRole", w.id as "workspaceId", w.kind as "workspaceKind"
  from tickets t
  join users u on u.id in :ids[] and u.active = 1
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = u.id
  where t.id in :ticketIds[] and (p.id is null or p.status <> 'deleted');

-- findWatch
select watching from ticket_watchers where ticket_id = :ticketId and user_id = :userId;

-- userWithRoles
select u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from users u
  left join project_members pm on pm.project_id = :projectId and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = :workspaceId and wm.user_id = u.id
  where u.id = :userId and u.active = 1;

-- saveWatch
insert into ticket_watchers (ticket_id, user_id, watching, created_at)
  values (:ticketId, :userId, :watching, :now)
  on conflict (ticket_id, user_id) do update set watching = excluded.watching, created_at = excluded.created_at;

-- removeWatch
delete from ticket_watchers where ticket_id = :ticketId and user_id = :userId and watching = 1;

-- add
insert into ticket_watchers (ticket_id, user_id, watching, created_at) values (:ticketId, :userId, 1, :now)
  on conflict (ticket_id, user_id) do nothing;


-- src/tickets/workflow/workflow-store.ts

-- lockWorkflow
select p.workflow from projects p where p.id = :projectId for key share;

-- listWorkflows
select p.workflow from projects p where p.id in :homes[] and p.workflow is not null;

-- clear
update tickets set own_status_id = null where id in (
    select t.id from tickets t where t.own_status_id = :id and t.project_id = :projectId limit :limit);


-- src/users/actor-store.ts

-- findActorRow
select u.id as "userId", u.name, u.email, u.role, o.id as "ownerId", o.role as "ownerRole",
    case when o.id is not null then (select string_agg(m.id || ' ' || m.role, ',') from (
      select project_id as id, role from project_members where user_id = o.id
      union all select workspace_id, role from workspace_members where user_id = o.id) m) end as "rolesOfOwner"
  from users u left join users o on o.id = u.agent_owner_id
  where u.id = :id and u.active = 1 and (u.agent_owner_id is null or o.active = 1);


-- src/users/code-login-store.ts

-- listCodeLogins
select login from code_logins where user_id = :userId order by login_folded;

-- findTakenLoginsSql
select login from code_logins where login_folded in :logins[] and user_id <> :userId;

-- clear
delete from code_logins where user_id = :userId;

-- replaceCodeLogins
insert into code_logins (${['login_folded', 'user_id', 'login']}) values …;

-- listPeopleByLogin
select l.login_folded as "matchedBy", u.id, u.name from code_logins l join users u on u.id = l.user_id
  where l.login_folded in :logins[] and u.active = 1;

-- listPeopleByEmail
select email_folded as "matchedBy", id, name from users where email_folded in :emails[] and active = 1 and email_verified = 1;


-- src/users/personal-settings-store.ts

-- findSettingsText
select settings from personal_settings where user_id = :userId;

-- saveSettings
insert into personal_settings (user_id, settings, updated_at) values (:userId, :settings, :updatedAt)
  on conflict (user_id) do update set settings = excluded.settings, updated_at = excluded.updated_at;


-- src/users/preferences-store.ts

-- findPreferences
select id, user_id as "userId", theme, notifications, timezone, language,
    mail_ticket_assigned as "mailTicketAssigned", mail_ticket_updated as "mailTicketUpdated",
    mail_project_invites as "mailProjectInvites", mail_weekly_digest as "mailWeeklyDigest",
    created_at as "createdAt", updated_at as "updatedAt"
  from preferences where user_id = :userId;

-- notifiable
select u.id as "userId", u.name, u.email, u.email_verified * coalesce(p.mail_ticket_assigned, 1) as "mailTicketAssigned",
    u.email_verified * coalesce(p.mail_ticket_updated, 1) as "mailTicketUpdated",
    u.email_verified * coalesce(p.mail_project_invites, 1) as "mailProjectInvites",
    u.email_verified * coalesce(p.mail_weekly_digest, 0) as "mailWeeklyDigest"
  from users u left join preferences p on p.user_id = u.id
  where u.id in :ids[] and u.active = 1 and u.agent_owner_id is null and coalesce(p.notifications, 1) = 1;

-- insertPreferences
insert into preferences (id, user_id, theme, notifications, timezone, language, mail_ticket_assigned,
    mail_ticket_updated, mail_project_invites, mail_weekly_digest, created_at, updated_at)
  values (:id, :userId, :theme, :notifications, :timezone, :language, :mailTicketAssigned,
    :mailTicketUpdated, :mailProjectInvites, :mailWeeklyDigest, :createdAt, :updatedAt);

-- updatePreferencesRow
update preferences set theme = :theme, notifications = :notifications, timezone = :timezone, language = :language,
    mail_ticket_assigned = :mailTicketAssigned, mail_ticket_updated = :mailTicketUpdated,
    mail_project_invites = :mailProjectInvites, mail_weekly_digest = :mailWeeklyDigest, updated_at = :updatedAt
  where user_id = :userId;


-- src/users/user-store.ts

-- profile
update users set name = :name, name_folded = :nameFolded, first_name = :firstName, last_name = :lastName, image = :image,
    updated_at = :updatedAt
  where id = :id;

-- insertUserSql
insert into users (id, name, name_folded, email, email_folded, role, created_at, updated_at)
  values (:id, :name, :nameFolded, :email, :emailFolded, :role, :createdAt, :createdAt);

-- findUserById
select id, name, first_name as "firstName", last_name as "lastName", email, image, role, active, email_verified as "emailVerified",
  email_proven as "emailProven",
  created_at as "createdAt", updated_at as "updatedAt" from users where id = :id;

-- byEmail
select id, name, first_name as "firstName", last_name as "lastName", email, image, role, active, email_verified as "emailVerified",
  email_proven as "emailProven",
  created_at as "createdAt", updated_at as "updatedAt" from users where email_folded = :email;

-- listOwnedAgents
select id, name from users where agent_owner_id = :ownerId;

-- listUsers
select id, name, first_name as "firstName", last_name as "lastName", email, image, role, active, email_verified as "emailVerified",
  email_proven as "emailProven",
  created_at as "createdAt", updated_at as "updatedAt" from users order by created_at, id;

-- updateUserRole
update users set role = :role, updated_at = :now where id = :id;

-- setActive
update users set active = :active, updated_at = :now where id = :id;

-- setEmailVerified
update users set email_verified = :verified, email_proven = :verified, updated_at = :now where id = :id;

-- accounts
select count(case when agent_owner_id is null and active = 1 then 1 end) as people,
    count(case when agent_owner_id is null and active = 0 then 1 end) as disabled,
    count(case when agent_owner_id is not null and active = 1 then 1 end) as agents
  from users;

-- setAgentOwner
update users set agent_owner_id = :ownerId, image = :image where id = :id;

-- updateAgent
update users set name = :name, name_folded = :nameFolded, image = :image, active = :active, updated_at = :updatedAt where id = :id;


-- src/views/view-store.ts

-- inPlaces
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind"
  from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin
  order by coalesce(m.position, 1000000) asc, v.created_at asc, v.id asc limit :limit;
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind"
  from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where (coalesce(m.position, 1000000), v.created_at, v.id) > (:after0, :after1, :after2) and v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin
  order by coalesce(m.position, 1000000) asc, v.created_at asc, v.id asc limit :limit;
select coalesce(m.position, 1000000) as after0, v.created_at as after1, v.id as after2
  from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId
  where v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin
  order by coalesce(m.position, 1000000) asc, v.created_at asc, v.id asc limit 1 offset :offset;
select coalesce(m.position, 1000000) as after0, v.created_at as after1, v.id as after2
  from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId
  where v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin
  order by coalesce(m.position, 1000000) desc, v.created_at desc, v.id desc limit 1 offset :offset;
select count(*) as total from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId where v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin;

-- findView
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind" from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where v.id = :id;

-- lockView
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind" from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where v.id = :id for update of v;

-- listViewsById
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind" from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId where v.id in :ids[];

-- listPersonalViewsOfMembers
select v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind" from views v left join view_marks m on m.view_id = v.id and m.user_id = :userId left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId
  where v.place_id in (select user_id from project_members where project_id = :projectId) and v.scope = 'personal';

-- listUserWorkspaceIds
select workspace_id as id from workspace_members where user_id = :userId;

-- countViewsIn
select count(*) as total from views where place_id = :placeId;

-- insertViews
insert into views (id,scope,owner_id,project_id,workspace_id,name,query,display,created_at,updated_at,place_id,name_folded) values (:p0,:p1,:p2,:p3,:p4,:p5,:p6,:p7,:p8,:p9,:p10,:p11);

-- updateViewRowSql
update views set name = :name, name_folded = :nameFolded, query = :query, display = :display, version = :version,
    updated_at = :updatedAt
  where id = :id;

-- deleteViewRow
delete from views where id = :id;

-- setStar
insert into view_marks (user_id, view_id, starred) values (:userId, :viewId, :starred)
  on conflict (user_id, view_id) do update set starred = excluded.starred;

-- countSubscriptions
select count(*) as total from view_marks where user_id = :userId and subscribed_at is not null;

-- insertSubscription
insert into view_marks (user_id, view_id, subscribed_at) values (:userId, :viewId, :subscribedAt)
  on conflict (user_id, view_id) do update set
    subscribed_at = coalesce(view_marks.subscribed_at, excluded.subscribed_at);

-- deleteSubscription
update view_marks set subscribed_at = null where user_id = :userId and view_id = :viewId;

-- listSubscriptions
select m.user_id as "userId", m.view_id as "viewId", m.subscribed_at as "subscribedAt",
    v.project_id as "projectId", v.workspace_id as "workspaceId"
  from view_marks m join views v on v.id = m.view_id
  where m.subscribed_at is not null and (v.project_id is null or v.project_id in :projectIds[])
  order by m.subscribed_at, m.user_id, m.view_id limit :limit;

-- clearPositions
update view_marks set position = null where user_id = :userId and position is not null;

-- replacePositions
insert into view_marks (${['user_id', 'view_id', 'position']}) values … on conflict (user_id, view_id) do update set position = excluded.position;


-- src/workspaces/person-store.ts

-- inKeyProjects
select u.id from users u where u.email_folded = :email and u.active = 1 and (u.id = :me
    or exists (select 1 from project_members o join project_members m on m.project_id = o.project_id
      where o.user_id = :me and m.user_id = u.id and o.project_id in :keyProjects[]));

-- sharing
select u.id from users u where u.email_folded = :email and u.active = 1 and (u.id = :me
    or exists (select 1 from project_members o join project_members m on m.project_id = o.project_id
      where o.user_id = :me and m.user_id = u.id)
    or exists (select 1 from workspace_members o join workspace_members m on m.workspace_id = o.workspace_id
      where o.user_id = :me and m.user_id = u.id));


-- src/workspaces/ticket-home-store.ts

-- insertTicketHome
insert into ticket_homes (id) values (:id);

-- addTicketGuest
insert into ticket_guests (user_id, home_id) values (:userId, :homeId) on conflict do nothing;

-- takeNumbers
update ticket_homes set last_number = last_number + :count, ticket_count = ticket_count + :count where id = :id
  returning last_number as number;

-- changeTicketCount
update ticket_homes set ticket_count = ticket_count + :change where id = :id;

-- lock
select last_number as "lastNumber" from ticket_homes where id = :id for update;

-- saveLastNumber
update ticket_homes set last_number = :lastNumber, ticket_count = ticket_count + :count where id = :id;

-- raiseLastNumber
update ticket_homes set last_number = :number where id = :homeId and last_number < :number;


-- src/workspaces/workspace-member-store.ts

-- listUserWorkspaces
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role,
    m.joined_at as "joinedAt", case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end as "isOwnPersonal"
  from workspace_members m join workspaces w on w.id = m.workspace_id 
  where m.user_id = :userId
  order by case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end desc, m.joined_at asc, m.workspace_id asc limit :limit;
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role,
    m.joined_at as "joinedAt", case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end as "isOwnPersonal"
  from workspace_members m join workspaces w on w.id = m.workspace_id 
  where case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end <= :after0 and ((case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end < :after0) or (case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end = :after0 and m.joined_at > :after1) or (case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end = :after0 and m.joined_at = :after1 and m.workspace_id > :after2)) and m.user_id = :userId
  order by case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end desc, m.joined_at asc, m.workspace_id asc limit :limit;
select case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end as after0, m.joined_at as after1, m.workspace_id as after2
  from workspace_members m join workspaces w on w.id = m.workspace_id
  where m.user_id = :userId
  order by case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end desc, m.joined_at asc, m.workspace_id asc limit 1 offset :offset;
select case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end as after0, m.joined_at as after1, m.workspace_id as after2
  from workspace_members m join workspaces w on w.id = m.workspace_id
  where m.user_id = :userId
  order by case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end asc, m.joined_at desc, m.workspace_id desc limit 1 offset :offset;
select count(*) as total from workspace_members m join workspaces w on w.id = m.workspace_id where m.user_id = :userId;

-- listWorkspaceMembers
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"
  from workspace_members m join users u on u.id = m.user_id
  where m.workspace_id = :workspaceId
  order by m.joined_at asc, m.user_id asc limit :limit;
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"
  from workspace_members m join users u on u.id = m.user_id
  where (m.joined_at, m.user_id) > (:after0, :after1) and m.workspace_id = :workspaceId
  order by m.joined_at asc, m.user_id asc limit :limit;
select m.joined_at as after0, m.user_id as after1
  from workspace_members m
  where m.workspace_id = :workspaceId
  order by m.joined_at asc, m.user_id asc limit 1 offset :offset;
select m.joined_at as after0, m.user_id as after1
  from workspace_members m
  where m.workspace_id = :workspaceId
  order by m.joined_at desc, m.user_id desc limit 1 offset :offset;
select count(*) as total from workspace_members m where m.workspace_id = :workspaceId;

-- findWorkspaceMember
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt" from workspace_members m join users u on u.id = m.user_id where m.workspace_id = :workspaceId and m.user_id = :userId;

-- findAgentLimit
select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_workspace_limits l on l.agent_id = a.id and l.workspace_id = :workspaceId where a.id = :userId;

-- lockAgentsOfMember
select u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt" from workspace_members m join users u on u.id = m.user_id where m.workspace_id = :workspaceId and u.agent_owner_id = :userId
    and not exists (select 1 from workspaces w where w.id = m.workspace_id and w.kind = 'personal' and w.owner_id = u.id)
  order by m.joined_at, u.id for update of m;

-- findOtherWorkspaceOwner
select user_id as "userId" from workspace_members
  where workspace_id = :workspaceId and role = 'owner' and user_id <> :userId order by joined_at limit 1;

-- saveWorkspaceMember
insert into workspace_members (workspace_id, user_id, role, joined_at) values (:workspaceId, :userId, :role, :now)
  on conflict (workspace_id, user_id) do update set role = excluded.role;

-- deleteWorkspaceMember
delete from workspace_members where workspace_id = :workspaceId and user_id = :userId;

-- renameWorkspace
update workspaces set name = :name, updated_at = :updatedAt where id = :id;

-- removeHome
delete from ticket_homes where id = :id;

-- remove
delete from workspaces where id = :id;


-- src/workspaces/workspace-store.ts

-- findWorkspaceForActor
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role,
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId) then 1 else 0 end as "hasProjectRole",
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId and pm.role in ('admin', 'owner')) then 1 else 0 end
      as "isProjectAdmin"
  from workspaces w left join workspace_members m on m.workspace_id = w.id and m.user_id = :userId
  where w.id = :id;

-- lockWorkspaceForActor
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role,
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId) then 1 else 0 end as "hasProjectRole",
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId and pm.role in ('admin', 'owner')) then 1 else 0 end
      as "isProjectAdmin"
  from workspaces w left join workspace_members m on m.workspace_id = w.id and m.user_id = :userId
  where w.id = :id for update of w;

-- insert
insert into workspaces (id, name, kind, owner_id, created_at, updated_at)
  values (:id, :name, :kind, :ownerId, :createdAt, :updatedAt);

-- findWorkspace
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role from workspaces w
  left join workspace_members m on m.workspace_id = w.id and m.user_id = :userId where w.id = :id;

-- findDefaultWorkspace
select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", 'owner' as role from workspaces w where w.owner_id = :userId and w.kind = 'personal';
