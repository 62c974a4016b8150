import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyStatement, type Reach } from '../../scripts/distribution/classify-statement.ts';

const cases: Record<string, [sql: string, reach: Reach][]> = {
  'a parameter names the workspace, or something that belongs to one': [
    ['select * from labels where workspace_id = :id', 'one workspace'],
    [
      'select id from comments where ticket_id = :id and id > :after order by id limit :limit',
      'one workspace',
    ],
    ['delete from tickets where id = :id::text', 'one workspace'],
    ["select id from tickets where home_id || '' = :id", 'one workspace'],
    ['select id from tickets where title = :title', 'all workspaces'],
    ['select id from tickets where id = :a or title = :b', 'all workspaces'],
    ['select id from tickets where not (id = :a)', 'all workspaces'],
    ['select id from tickets where (id, version) = (:id, :version)', 'one workspace'],
    ['select id from events where ticket_id <= :id and ticket_id >= :id order by ticket_id', 'one workspace'],
    ['select id from events where ticket_id <= :a and ticket_id >= :b', 'all workspaces'],
  ],
  'joins and subqueries carry the key on': [
    [
      'select c.id from comments c join tickets t on t.id = c.ticket_id where t.project_id = :id',
      'one workspace',
    ],
    ['select h.id from projects p join ticket_homes h on h.id = p.id where p.id = :id', 'one workspace'],
    ['select id from tickets where id = (select ticket_id from comments where id = :id)', 'one workspace'],
    ['delete from comments where ticket_id in (select id from tickets where home_id = :id)', 'one workspace'],
    [
      'with t as (select id from tickets where id = :id) select c.id from comments c join t on t.id = c.ticket_id',
      'one workspace',
    ],
    [
      'select (select count(*) from comments c where c.ticket_id = t.id) from tickets t where t.id = :id',
      'one workspace',
    ],
    ['select t.id from tickets t join tickets o on o.id = t.parent_id where t.id = :id', 'all workspaces'],
  ],
  'an outer join and a subquery do not limit the rows around them': [
    [
      'select t.id from tickets t left join comments c on c.ticket_id = t.id and c.id = :id',
      'all workspaces',
    ],
    ['select t.id from tickets t left join comments c on t.id = :id', 'all workspaces'],
    [
      'select c.id from tickets t left join comments c on c.ticket_id = t.id where t.id = :id',
      'one workspace',
    ],
    [
      'select (select c.id from comments c where c.ticket_id = t.id and c.id = :id) from tickets t',
      'all workspaces',
    ],
  ],
  'two parameters can be of two workspaces, and so can a list': [
    ['select 1 from tickets a, tickets b where a.id = :a and b.id = :b', 'several keys'],
    ['select 1 from tickets a, tickets b where a.id = :a and b.id = :a', 'one workspace'],
    ['select id from tickets where id in :ids[]', 'several keys'],
    ['select id from tickets where id in :ids[] and home_id = :home', 'one workspace'],
    ['select t.id from unnest(:ids::text[]) as x (id) join tickets t on t.id = x.id', 'several keys'],
  ],
  'an insert names the key in its row': [
    ['insert into comments (id, ticket_id) values (:id, :ticketId)', 'one workspace'],
    ['insert into comments (ticket_id, content) values (:ticketId, :content)', 'one workspace'],
    [
      'insert into ticket_labels (ticket_id, label_id) select t.id, :label from tickets t where t.id = :id',
      'one workspace',
    ],
    ['insert into ticket_moves (at) values (:at)', 'all workspaces'],
  ],
  'what belongs to people or to the instance is not of a workspace': [
    ['select id from users where id = :id', 'no workspace'],
    ['select u.name from comments c join users u on u.id = c.author_id where c.id = :id', 'one workspace'],
    [
      'select n.id from notifications n join tickets t on t.id = n.ticket_id where t.id = :id',
      'joins one server',
    ],
  ],
};

for (const [guarantee, statements] of Object.entries(cases)) {
  test(guarantee, async () => {
    for (const [sql, reach] of statements) assert.equal(await classifyStatement(sql), reach, sql);
  });
}

test('a table that has no place is an error', async () => {
  await assert.rejects(classifyStatement('select 1 from planets'), /does not say where planets is/);
});
