interface ChangedTicket {
  projectId?: string | null | undefined;
  updatedAt: string;
}

/** The maximum number of requests. Projects that are still missing then show no time. */
const roundsMax = 5;

/**
 * When a ticket of each project changed last. The API has no such field, so pages of the latest tickets are read, each
 * leaving out the projects that are known already.
 */
export async function findLastActivity(
  projectIds: readonly string[],
  listLatest: (projectIds: readonly string[]) => Promise<readonly ChangedTicket[]>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let missing = projectIds;
  for (let round = 0; round < roundsMax && missing.length > 0; round += 1) {
    const latest = await listLatest(missing);
    for (const { projectId, updatedAt } of latest) if (projectId) found[projectId] ??= updatedAt;
    const left = missing.filter((id) => !(id in found));
    // The projects without tickets remain: another request would find nothing.
    if (left.length === missing.length) break;
    missing = left;
  }
  return found;
}
