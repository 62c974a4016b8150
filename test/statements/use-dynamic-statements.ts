import assert from 'node:assert/strict';
import { insertNotifications } from '../../src/notifications/notification-store.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { isIndexBehind } from '../../src/search/indexing/index-store.ts';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import { rebuildIndex, rebuildTexts } from '../../src/search/indexing/rebuild-index.ts';
import type { listIdsByIndex } from '../../src/search/query/list-by-index.ts';
import { download } from '../archives/archive-scene.ts';
import { runImport } from '../imports/import-scene.ts';
import type { EngineName } from '../support/engines.ts';
import { openHooks } from '../support/hooks.ts';

/** Requests that reach every statement that is built at run time. */
export async function useDynamicStatements(engine: EngineName): Promise<void> {
  const { world, worker, receiver, close } = await openHooks(engine);
  let limits: Parameters<typeof listIdsByIndex.run>[1]['limits'] = {};
  // A worker thread would declare its statements where the test does not see them.
  const ownReads = {
    workerReads: world.db.reads,
    runOnWorker: (job: { run: (context: object, given: object) => unknown }, given: object) =>
      job.run({ engine, workerReads: world.db.reads }, { ...given, limits }),
  };
  Object.assign(world.db, { ...ownReads, readsFor: () => ownReads });
  try {
    const ada = await world.person('Ada', 'ADMIN');
    const send = async (method: 'post' | 'put', url: string, body: object) => {
      const answer = await ada[method](url, body);
      assert.ok(answer.status < 300, `${url}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    };
    const hook = await send('post', '/v1/webhooks', { url: (await receiver()).url, events: ['*'] });
    const project = await send('post', '/api/projects', { name: 'Find', key: 'FIND' });
    const label = await world.label(project.workspaceId, 'breakfast');
    const create = (title: string) =>
      send('post', '/api/tickets', { title, projectId: 'FIND', description: 'orange peel' });
    const [first, second] = [await create('Marmalade on toast'), await create('Marmalade on bread')];
    const comments = `/api/tickets/${first.id}/comments`;
    const comment = await send('post', comments, { content: 'needs marmalade' });
    await send('post', comments, { content: 'and butter', parentId: comment.id });
    await send('put', `/api/tickets/${second.id}`, { title: 'Jam' });
    await send('post', '/api/tickets/bulk', { tickets: [{ id: 'FIND-1', status: 'todo' }] });
    await send('post', '/v1/agent-tasks', {
      kind: 'code',
      title: 'Stir',
      instructions: 'Stir.',
      projectId: project.id,
    });
    await send('post', '/v1/agent-tasks/claim', { workerId: 'w1', projectId: project.id });
    const file = { name: 'a.csv', content: 'id,title\nOLD-9,Imported marmalade\n' };
    await runImport(world, ada, 'FIND', { product: 'csv', files: [file] });
    await send('post', '/api/projects', { name: 'Copy', key: 'COPY' });
    await send('post', '/api/project/FIND/templates', { name: 'Jam', ticket: { title: 'Cook' } });
    const archive = { name: 'a.tar', content: await download(world, ada, 'FIND') };
    const whole = { name: 'all.tar', content: await download(world, ada) };
    await runImport(world, ada, null, { product: 'docket', files: [whole] });
    await runImport(world, ada, 'COPY', { product: 'docket', files: [archive] });
    await worker.settle();
    const notification = {
      id: 'n1',
      userId: ada.id,
      eventId: 'e1',
      eventType: 'ticket.updated',
      kind: 'mention',
    };
    await world.db.transaction((tx) =>
      insertNotifications(tx, [{ ...notification, ticketId: null, data: '{}', createdAt: 0 }]),
    );

    const fields = `/api/project/${project.id}/fields`;
    await send('post', fields, { name: 'Cost', type: 'number' });
    await send('post', fields, { name: 'Note', type: 'text' });
    await send('post', fields, { name: 'Team', type: 'select', options: [{ name: 'Blue' }] });
    await send('put', `/api/tickets/${second.id}`, { fields: { Cost: 3, Note: 'bitter', Team: 'Blue' } });

    const filters = [
      'not (status = todo and due < 7d) or text ~ "marmalade jam" or ready and overdue',
      'label in (breakfast, none) or group = none or milestone = none or parent in (FIND-1, none) or due = none',
      'field.Cost > 1 and field.Cost <= 5 or field."Team" in (blue, none) or field.Cost != none',
      'assignee = ada or reporter != me or project = find or project = none or workspace != Ada',
    ];
    // More conditions than are checked on the main thread: the index counts.
    const manyConditions = Array.from({ length: 9 }, () => 'status != cancelled').join(' or ');
    const completed = [
      'label = b',
      'assignee = a',
      'project = f',
      'group = x',
      'workspace = a',
      'field.Note = b',
    ];
    const reads = [
      `/api/tickets/progress?ids=${second.id}`,
      ...['/v1/agent-tasks', '/v1/inbound', '/api/projects', '/api/labels', '/api/groups', '/api/tickets'],
      ...[`/v1/agent-tasks?project=${project.id}`, `/v1/inbound?project=${project.id}`],
      ...[`/v1/webhooks/${hook.id}/deliveries`, '/api/project/search?q=fin', '/api/tickets?sort=title'],
      ...['/api/tickets/search?q=FIND-1', '/api/tickets/search?q=marmalade', '/api/tickets?search=marmalade'],
      ...[
        '/api/tickets/search?q=marmelade',
        '/api/tickets?search=m',
        '/api/tickets?search=marmalade&sort=title',
      ],
      ...[
        '/api/users',
        '/api/users?query=a',
        '/api/users?project=FIND',
        '/api/instance/users',
        '/api/instance/repositories',
      ],
      ...[
        '/api/admin/audit',
        '/api/admin/audit?actor=a&subject=b&action=audit.read&from=2026-01-01&to=2026-02-01',
      ],
      ...[
        '/api/sync?closedSince=2026-01-01',
        '/api/sync?state=all',
        '/api/sync/checksum',
        '/api/sync/checksum?state=all',
      ],
      ...['/api/tickets?fields=row', '/api/tickets/search?fields=row&q=marmalade'],
      ...['/api/tickets/counts?by=status,label,project&search=marmalade', '/api/tickets/counts?by=stage'],
      `/api/tickets/counts?by=milestone&filter=${encodeURIComponent(manyConditions)}`,
      '/api/tickets?search=marmalade&milestone=none',
      ...filters.map((filter) => `/api/tickets?filter=${encodeURIComponent(filter)}`),
      ...filters.map((filter) => `/api/tickets/counts?filter=${encodeURIComponent(filter)}`),
      ...completed.map((filter) => `/api/tickets/filter/completions?filter=${encodeURIComponent(filter)}`),
      ...['/api/tickets?ids=FIND-1', '/api/tickets?fields=row&ids=FIND-1'],
      ...['/api/tickets?status=todo', `/api/tickets?search=marmalade&label=${label}&ready=true`],
      ...[
        '/api/tickets?search=marmalade&page=9',
        '/api/tickets?search=marmalade&sort=status',
        '/api/tickets/search?q=needs',
      ],
      ...['/api/tickets/stats?search=marmalade', '/api/tickets/stats?status=todo'],
      ...['/api/tickets/stats', '/api/user/stats', `/api/project/${project.id}/stats`],
      `/api/project/${project.id}/stats/series?period=week`,
      `/api/project/${project.id}/forecast?period=week`,
    ];
    const readAll = async () => {
      for (const url of reads) assert.equal((await ada.get(url)).status, 200, url);
    };
    await readAll();
    await indexAll(world.db);
    await readAll();
    await send('put', `/api/tickets/${second.id}`, { title: 'Bitter marmalade' });
    // With more matches than this, the search walks the documents in order instead of sorting the matches.
    limits = { sortedMax: 0 };
    await readAll();
    await indexAll(world.db);
    limits = { sortedMax: 1 };
    await readAll();
    await send('put', `/api/project/${project.id}`, { key: 'FOUND' });
    await ada.delete(`/api/tickets/${second.id}`);
    await indexAll(world.db);
    await rebuildTexts(world.db);
    await rebuildIndex(world.db);
  } finally {
    await close();
  }
}

/** On PostgreSQL an event can be indexed once every older transaction of the cluster has ended. */
async function indexAll(db: Database): Promise<void> {
  do await indexNextTickets(db, 10);
  while (await isIndexBehind(db.reads));
}
