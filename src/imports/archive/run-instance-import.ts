import type { ArchivedRow } from '../../archives/index.ts';
import type { Scope } from '../../users/index.ts';
import { type FidelityReport, FidelityTally } from '../fidelity-report.ts';
import type { ImportLease, ImportTask } from '../import-task.ts';
import { newInstanceIds } from './adopt-ids.ts';
import { ArchiveImport, type ArchiveSettings, markEvents } from './archive-import.ts';
import { tallyLosses } from './check-archive.ts';
import { newRowChecks } from './fill-rows.ts';
import { draftReport, expectCreated, getOnlyFile, listKeptKinds } from './run-archive-import.ts';
import { type InstanceSurvey, surveyInstance } from './survey-instance.ts';
import { readColumns } from './write-rows.ts';

/**
 * Imports the archive of a whole instance into a Docket that has its first administrator only, or the rows of an
 * earlier attempt. Like an import of a project, it reads the archive twice and can be repeated.
 */
export async function runInstanceImport(
  scope: Scope,
  task: ImportTask,
  lease: ImportLease,
  settings: ArchiveSettings,
): Promise<FidelityReport> {
  const file = getOnlyFile(task);
  const survey = await surveyInstance({
    file,
    queries: scope.db.workerReads,
    people: task.people,
    onBatch: (done) => lease.report({ step: 'reading', done, total: 0 }),
  });
  const { counts, total, newLabels } = survey;
  const report = draftReport(task, survey, {
    people: {
      total: counts.get('people') ?? 0,
      matched: survey.matchedPeople,
      placeholderCount: 0,
      placeholders: [],
    },
    labels: {
      total: counts.get('labels') ?? 0,
      createdCount: newLabels.count,
      created: newLabels.names,
    },
  });
  const tally = new FidelityTally();
  tallyLosses(tally, survey, file.name);
  tallyPeople(tally, survey);
  if (task.isDryRun) {
    report.tickets.existing = survey.existingTickets;
    expectCreated(report);
  } else {
    const writer = {
      ids: newInstanceIds(survey.known),
      importId: task.id,
      importerId: scope.actor.userId,
      checks: newRowChecks(settings.eventCatalogue, ['personal', 'project', 'workspace']),
      columns: await readColumns(scope.db),
      tally,
      projectId: undefined,
      keys: new Map([...survey.keys].map(([id, key]) => [id, { inArchive: key, here: key }])),
    };
    const choose = newChoice(survey.agents);
    await new ArchiveImport({ scope, file, lease, settings, total, writer, report, choose }).run();
  }
  return { ...report, ...tally.present(), kept: listKeptKinds(survey) };
}

function tallyPeople(tally: FidelityTally, { newPeople, newAdministrators }: InstanceSurvey): void {
  for (const email of newAdministrators) tally.change('people who become administrators here', email);
  for (const email of newPeople)
    tally.change('people who get an account without a password: "Forgot password" gives them one', email);
}

/** The field that names the person, for the kinds in which people and agents have rows. */
const personFields: Readonly<Record<string, string>> = {
  people: 'id',
  workspaceMembers: 'userId',
  members: 'userId',
};

/** Writes the rows of agents after those of people: an agent needs its owner, whose role limits its own. */
function newChoice(agents: ReadonlySet<unknown>) {
  let kept: { name: string; rows: ArchivedRow[] } | undefined;
  return (name = '', rows: ArchivedRow[] = []) => {
    const due = kept && kept.name !== name ? [kept] : [];
    if (due.length > 0) kept = undefined;
    const field = personFields[name];
    if (field === undefined) return [...due, { name, rows: name === 'events' ? markEvents(rows) : rows }];
    const ofAgents = rows.filter((row) => agents.has(row[field]));
    if (ofAgents.length > 0) kept = { name, rows: [...(kept?.rows ?? []), ...ofAgents] };
    return [...due, { name, rows: rows.filter((row) => !agents.has(row[field])) }];
  };
}
