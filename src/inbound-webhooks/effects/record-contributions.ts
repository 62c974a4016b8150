import { importEvents, recordEvent } from '../../events/index.ts';
import { listRepositoryProjects, type RepositoryProject } from '../../projects/index.ts';
import type { MatchedUser } from '../../users/index.ts';
import type { CodeEvent, Commit } from '../code-event.ts';
import { toSingleLine } from '../payload.ts';
import { markAsCounted } from './code-activity-store.ts';
import { commitPushed, reviewSubmitted } from './contribution-events.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** Records commits whose author matches a user, each commit once, even if it is pushed to several branches. */
export async function recordCommits(
  context: DeliveryContext,
  { branch, commits }: Extract<CodeEvent, { kind: 'push' }>,
): Promise<void> {
  const { tx, now, repository, provider } = context;
  const authored = commits
    .map((commit) => ({ commit, person: context.findPerson(commit.author) }))
    .filter((one): one is { commit: Commit; person: MatchedUser } => one.person !== undefined)
    .filter(({ commit }) => commit.isNew && commit.sha !== '');
  if (authored.length === 0 || context.isPartial) return;
  const fresh = await markAsCounted(
    tx,
    repository,
    authored.map(({ commit }) => commit.sha.slice(0, 255)),
    now,
  );
  const counted = authored.filter(({ commit }) => fresh.delete(commit.sha.slice(0, 255)));
  if (counted.length === 0) return;
  const findProjectFields = newProjectFinder(context);
  const events = [];
  for (const { commit, person } of counted) {
    const [firstLine = ''] = commit.message.split('\n', 1);
    events.push({
      at: now,
      actorId: person.id,
      ...(await findProjectFields(person.id)),
      data: {
        provider,
        repository,
        sha: toSingleLine(commit.sha, 255),
        title: toSingleLine(firstLine, 500),
        ...(branch !== undefined && { branch: toSingleLine(branch, 255) }),
        ...(commit.url !== undefined && { url: commit.url }),
      },
    });
  }
  await importEvents(tx, commitPushed, events);
  context.effects.push({
    type: 'commits',
    projectId: context.projects[0]?.id ?? null,
    count: counted.length,
  });
}

/** Records a review once, even if several hooks send it. */
export async function recordReview(
  context: DeliveryContext,
  { id, author, verdict, url, pullRequest }: Extract<CodeEvent, { kind: 'review' }>,
): Promise<void> {
  const { tx, now, repository, provider } = context;
  const person = context.findPerson(author);
  if (!person || context.isPartial) return;
  if ((await markAsCounted(tx, repository, [`review ${id}`.slice(0, 255)], now)).size === 0) return;
  await recordEvent(tx, reviewSubmitted, {
    at: now,
    actorId: person.id,
    ...(await newProjectFinder(context)(person.id)),
    data: {
      provider,
      repository,
      number: pullRequest.number,
      title: toSingleLine(pullRequest.title, 500),
      verdict,
      ...(url !== undefined && { url }),
    },
  });
  context.effects.push({ type: 'reviews', projectId: context.projects[0]?.id ?? null, count: 1 });
}

/** Among the projects that link the repository, finds one that has the user as a member, otherwise the oldest. */
function newProjectFinder({ tx, repository, projects }: DeliveryContext) {
  const known = new Map<string, RepositoryProject | undefined>();
  return async (userId: string) => {
    if (projects.length > 1 && !known.has(userId)) {
      const linkedProjects = await listRepositoryProjects(tx, repository, userId);
      known.set(
        userId,
        linkedProjects.find(({ role, id }) => role !== null && projects.some((project) => project.id === id)),
      );
    }
    const project = known.get(userId) ?? projects[0];
    return { projectId: project?.id ?? null, workspaceId: project?.workspaceId ?? null };
  };
}
