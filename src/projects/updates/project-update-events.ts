import { eventType } from '../../events/index.ts';
import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { projectHealths } from './project-update.ts';

const text = Type.String();

/** The reader of the payload finds the text with the API: it can be long. */
const payload = Type.Object({
  project: Type.Object({ id: text, name: text, key: text }),
  user: Type.Object({ id: text, name: text }),
  update: Type.Object({ id: text, health: choice(projectHealths) }),
});

export const projectUpdatePosted = eventType({
  name: 'project_update.posted',
  meaning: 'somebody reported the health of a project',
  payload,
  sentence: ({ project, update }) => `reported that ${project.name} is ${update.health.replace('_', ' ')}`,
  isPublic: true,
});
export const projectUpdateDeleted = eventType({
  name: 'project_update.deleted',
  meaning: 'a report of the health of a project was deleted',
  payload,
  sentence: ({ project }) => `deleted an update of ${project.name}`,
  isStreamed: true,
});

export const projectUpdateEvents = [projectUpdatePosted, projectUpdateDeleted];
