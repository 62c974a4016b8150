import { nextFinalTag } from '../../../packages/docs-drafts/index.ts';
import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { findTicketMentions } from '../../inbound-webhooks/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { listProjectKeys } from '../../projects/index.ts';
import { listTicketsAtHeads } from '../../proof/index.ts';
import {
  findMergedNumbers,
  listKnownTags,
  markTagDue,
  nextAttemptAt,
  type Release,
  saveReading,
  shipTickets,
  withdrawRelease,
  withoutReverted,
} from '../../releases/index.ts';
import { codeLinks } from '../../tickets/index.ts';

export interface ReleaseContext {
  db: Database;
  clock: Clock;
  docs: DocsGenerationContext;
}

/** Reads what a tag contains, or that it is gone, and tells the tickets. `until` is the end of the taken reading. */
export async function readRelease(context: ReleaseContext, release: Release, until: number): Promise<void> {
  const { db, clock, docs } = context;
  const { id, projectId, repository, tag } = release;
  const save = (fields: Partial<Pick<Release, 'commit' | 'dueAt' | 'attempts' | 'error' | 'deletedAt'>>) =>
    db.transaction((tx) =>
      saveReading(tx, {
        ...{ id, until, commit: release.commit, dueAt: null, attempts: 0, error: null, deletedAt: null },
        ...fields,
      }),
    );
  try {
    const read = await (await openProjectRepository(db, docs, projectId, repository)).readRelease(tag);
    if (read) {
      await shipTickets(context, release, await findTickets(db, release, read.commits));
      await save({ commit: read.sha });
    } else {
      if (release.deletedAt === null) await withdrawRelease(context, release);
      // Without its commit, a tag that returns at the same commit is new.
      await save({ commit: null, deletedAt: release.deletedAt ?? clock.now() });
      await markNextDue(context, release);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const attempts = release.attempts + 1;
    const dueAt = nextAttemptAt(attempts, clock.now());
    const { deletedAt } = release;
    await save({ attempts, dueAt, error: error.message.slice(0, 1_000), deletedAt });
  }
}

const refsPerQuery = 200;

/** The tickets that the commits name: in their messages, by merged pull requests, or as the newest commit of their branch. */
async function findTickets(
  db: Database,
  { projectId, repository }: Release,
  all: readonly { sha: string; message: string }[],
): Promise<string[]> {
  const commits = withoutReverted(all);
  const keys = await listProjectKeys(db.reads, { projectIds: [projectId] });
  const refs = commits.flatMap(({ message }) => findTicketMentions(message, keys).map(({ key }) => key));
  const numbers = [...new Set(commits.flatMap(({ message }) => findMergedNumbers(message)))];
  for (const some of portions(numbers))
    refs.push(...(await codeLinks.listTicketsOfMerges(db.reads, { projectId, repository, numbers: some })));
  for (const shas of portions(commits.map(({ sha }) => sha)))
    refs.push(
      ...(await codeLinks.listTicketsOfMergeCommits(db.reads, { projectId, repository, shas })),
      ...(await listTicketsAtHeads(db.reads, { projectId, shas })),
    );
  return refs;
}

function* portions(values: readonly string[]) {
  for (let start = 0; start < values.length; start += refsPerQuery)
    yield values.slice(start, start + refsPerQuery);
}

/** The release after a deleted one contains its tickets now. */
async function markNextDue({ db, clock }: ReleaseContext, { projectId, repository, tag }: Release) {
  const known = (await listKnownTags(db.reads, projectId, repository)).filter(
    ({ deletedAt }) => deletedAt === null,
  );
  const next = nextFinalTag(
    known.map((one) => one.tag),
    tag,
  );
  if (next === undefined) return;
  await db.transaction((tx) => markTagDue(tx, { projectId, repository, tag: next, now: clock.now() }));
}
