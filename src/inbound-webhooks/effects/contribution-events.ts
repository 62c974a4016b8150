import { eventType } from '../../events/index.ts';
import { Type } from '../../platform/schema.ts';

const text = Type.String();
const repository = { provider: text, repository: text, url: Type.Optional(text) };

/** `stats` counts a user's commits and reviews by the names of these two events. */
export const commitPushed = eventType({
  name: 'code.commit_pushed',
  meaning: 'a commit of a user was pushed',
  payload: Type.Object({ ...repository, sha: text, title: text, branch: Type.Optional(text) }),
  activity: { feed: 'project', action: 'pushed', entity: ({ sha, title }) => ({ id: sha, title }) },
  sentence: ({ repository: name, sha, title }) => `pushed ${sha.slice(0, 7)} ${title} to ${name}`,
});

export const reviewSubmitted = eventType({
  name: 'code.review_submitted',
  meaning: 'a user reviewed a pull request',
  payload: Type.Object({ ...repository, number: Type.Number(), title: text, verdict: text }),
  activity: {
    feed: 'review',
    action: 'reviewed',
    entity: ({ repository: name, number, title }) => ({ id: `${name}#${number}`, title }),
  },
  sentence: ({ repository: name, number, title, verdict }) =>
    `reviewed ${name}#${number} ${title}: ${verdict.replaceAll('_', ' ')}`,
});

export const contributionEvents = [commitPushed, reviewSubmitted];
