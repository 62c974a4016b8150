import { queryOptions } from '@tanstack/react-query';
import type { Import } from '../../sdk/index.ts';
import { api } from '../api/index.ts';

export const isActive = (item: Import | null | undefined) =>
  item?.state === 'queued' || item?.state === 'running';

/** The newest import of a list, so that a reload of the page finds it. */
export const latestImport = (
  place: string,
  list: (query: { limit: number }) => Promise<{ data: Import[] }>,
) =>
  queryOptions({
    queryKey: ['imports', place],
    queryFn: async () => (await list({ limit: 1 })).data[0] ?? null,
    refetchInterval: (query) => (isActive(query.state.data) ? 1_000 : false),
  });

/** Uploads the files of a form to an import and starts a dry run; a CSV file waits for its columns. */
export async function checkFiles(importId: string, values: FormData, isCsv = false): Promise<void> {
  const body = new FormData();
  for (const file of values.getAll('file')) body.append('file', file);
  const params = { id: importId };
  await api.addImportFiles({ params, body });
  if (!isCsv) await api.startImport({ params, body: { dryRun: true } });
}
