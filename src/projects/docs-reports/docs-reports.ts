import type { Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import * as store from './docs-report-store.ts';

export interface DocsSubject extends Pick<store.DocsReport, 'hostKind' | 'repository' | 'kind' | 'subject'> {
  projectIds: readonly string[];
  now: number;
}

const repositoryLengthMax = 200;
const subjectLengthMax = 250;

/** Docket tells the code host about the subject soon, for those of the projects that want it. Returns these. */
export async function markDocsDue(
  tx: Tx,
  { projectIds, repository, subject, now, ...named }: DocsSubject,
): Promise<string[]> {
  if (subject === '' || subject.length > subjectLengthMax || repository.length > repositoryLengthMax)
    return [];
  const reporting = await store.filterReportingProjects(tx, projectIds, repository);
  // In one order, so that two deliveries cannot deadlock.
  for (const projectId of reporting.sort())
    await store.upsertDueReport(tx, {
      ...{ ...named, subject, projectId, now },
      ...{ repository: foldCase(repository), id: newId(now), mark: newId(now) },
    });
  return reporting;
}

type ClaimedReport = Pick<store.DocsReport, 'mark' | 'state'>;

/**
 * Of several projects that link a repository, one tells its code host. Undefined if another project does so; its report is
 * then due. Otherwise this project continues what the other one told, so that no second comment is made.
 */
export async function claimReport(
  tx: Tx,
  report: store.DocsReport,
  host: string,
  now: number,
): Promise<ClaimedReport | undefined> {
  await tx.advisoryLock('docs_reports');
  const { id, repository, kind, subject } = report;
  const other = await store.findReportOnHost(tx, { id, host, repository, kind, subject });
  if (!other) {
    await store.setReportHost(tx, { id, host, mark: report.mark, state: report.state });
    return report;
  }
  const isWorking = other.takenUntil !== null && other.takenUntil > now;
  const wants = (await store.filterReportingProjects(tx, [other.projectId], repository)).length > 0;
  if (isWorking || (wants && other.attempts === 0)) {
    await store.makeReportDue(tx, { id: other.id, now });
    return undefined;
  }
  const { mark, state } = other;
  await store.withdrawReport(tx, { id: other.id });
  await store.setReportHost(tx, { id, host, mark, state });
  return { mark, state };
}
