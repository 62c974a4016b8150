import { importEvents, recordEvent } from '../events/index.ts';
import { listRepositoryProjects, type RepositoryProject } from '../projects/index.ts';
import type { KnownPerson } from '../users/index.ts';
import type { CodeEvent, Commit } from './code-event.ts';
import { commitPushed, reviewSubmitted } from './code-events.ts';
import { takeUncounted } from './code-store.ts';
import { lineOf } from './payload.ts';
import type { ReadingScope } from './reading-scope.ts';

/** Commits of people who are known here become theirs, each once however many branches it comes by. */
export async function countCommits(
  scope: ReadingScope,
  { branch, commits }: Extract<CodeEvent, { kind: 'push' }>,
): Promise<void> {
  const { tx, now, repository, provider } = scope;
  const own = commits
    .map((commit) => ({ commit, person: scope.personOf(commit.author) }))
    .filter((one): one is { commit: Commit; person: KnownPerson } => one.person !== undefined)
    .filter(({ commit }) => commit.isNew && commit.sha !== '');
  if (own.length === 0 || scope.isPartial) return;
  const fresh = await takeUncounted(
    tx,
    repository,
    own.map(({ commit }) => commit.sha.slice(0, 255)),
    now,
  );
  const counted = own.filter(({ commit }) => fresh.delete(commit.sha.slice(0, 255)));
  if (counted.length === 0) return;
  const placeOf = placeFinder(scope);
  const happenings = [];
  for (const { commit, person } of counted) {
    const [firstLine = ''] = commit.message.split('\n', 1);
    happenings.push({
      at: now,
      actorId: person.id,
      ...(await placeOf(person.id)),
      data: {
        provider,
        repository,
        sha: lineOf(commit.sha, 255),
        title: lineOf(firstLine, 500),
        ...(branch !== undefined && { branch: lineOf(branch, 255) }),
        ...(commit.url !== undefined && { url: commit.url }),
      },
    });
  }
  await importEvents(tx, commitPushed, happenings);
  scope.effects.push({ type: 'commits', projectId: scope.projects[0]?.id ?? null, count: counted.length });
}

/** A review, too, counts once, by however many hooks it is told. */
export async function countReview(
  scope: ReadingScope,
  { id, author, verdict, url, pullRequest }: Extract<CodeEvent, { kind: 'review' }>,
): Promise<void> {
  const { tx, now, repository, provider } = scope;
  const person = scope.personOf(author);
  if (!person || scope.isPartial) return;
  if ((await takeUncounted(tx, repository, [`review ${id}`.slice(0, 255)], now)).size === 0) return;
  await recordEvent(tx, reviewSubmitted, {
    at: now,
    actorId: person.id,
    ...(await placeFinder(scope)(person.id)),
    data: {
      provider,
      repository,
      number: pullRequest.number,
      title: lineOf(pullRequest.title, 500),
      verdict,
      ...(url !== undefined && { url }),
    },
  });
  scope.effects.push({ type: 'reviews', projectId: scope.projects[0]?.id ?? null, count: 1 });
}

/** The project in which somebody did it: of those that link the repository, one they belong to, else the oldest. */
function placeFinder({ tx, repository, projects }: ReadingScope) {
  const known = new Map<string, RepositoryProject | undefined>();
  return async (userId: string) => {
    if (projects.length > 1 && !known.has(userId)) {
      const standings = await listRepositoryProjects(tx, repository, userId);
      known.set(
        userId,
        standings.find(({ role }) => role !== null),
      );
    }
    const project = known.get(userId) ?? projects[0];
    return { projectId: project?.id ?? null, workspaceId: project?.workspaceId ?? null };
  };
}
