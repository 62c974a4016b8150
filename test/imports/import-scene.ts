import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startImportWorker } from '../../src/imports/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { buildListIndex } from '../../src/search/index.ts';
import { formOf } from '../support/form.ts';
import type { Person, World } from '../support/world.ts';

// Each look is a request, which takes processor time from the import.
const pollMs = 50;

export const fixture = (name: string) => ({
  name,
  content: readFileSync(new URL(`./fixtures/${name}`, import.meta.url)),
});

export interface ImportInput {
  product: string;
  files: { name: string; content: string | Buffer }[];
  mapping?: object;
  people?: object;
  dryRun?: boolean;
}

/** Creates an import with its files, and starts it unless `dryRun` is absent. `project` null: of a whole instance. */
export async function prepareImport(
  person: Person,
  project: string | null,
  input: ImportInput,
): Promise<string> {
  const { product, files, mapping, people, dryRun } = input;
  const url = project === null ? '/api/admin/imports' : `/api/project/${project}/imports`;
  const created = await person.post(url, {
    ...(project !== null && { product }),
    ...(mapping && { mapping }),
    ...(people && { people }),
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body.data;
  const uploaded = await person.post(`/api/imports/${id}/files`, ...formOf(...files));
  assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
  if (dryRun !== undefined)
    assert.equal((await person.post(`/api/imports/${id}/start`, { dryRun })).status, 200);
  return id as string;
}

/** Runs an import to its end with a worker of its own and returns it. */
export async function runImport(world: World, person: Person, project: string | null, input: ImportInput) {
  const id = await prepareImport(person, project, { dryRun: false, ...input });
  return finishImport(world, person, id);
}

export async function finishImport({ context, db, clock }: World, person: Person, id: string) {
  const worker = startImportWorker({
    db,
    clock,
    logger: newLogger('silent'),
    storage: context.storage,
    eventCatalogue: context.eventCatalogue,
    attachmentBytesMax: context.config.ATTACHMENT_BYTES_MAX,
    workspaceBytesMax: context.config.WORKSPACE_BYTES_MAX,
    indexTickets: (isStopped) => buildListIndex(db, { documentsPerStep: 20, isStopped }),
  });
  try {
    for (;;) {
      const { data } = (await person.get(`/api/imports/${id}`)).body;
      if (!['queued', 'running'].includes(data.state)) return data;
      await sleep(pollMs);
    }
  } finally {
    await worker.stop();
  }
}
