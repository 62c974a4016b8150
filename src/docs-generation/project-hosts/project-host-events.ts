import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { ProjectHost } from './project-host-store.ts';

const named = Type.Object({ id: Type.String(), name: Type.String() });
/** The address of the code host, never its token. */
const payload = Type.Object({
  project: named,
  user: named,
  codeHost: Type.Object({ kind: Type.String(), apiUrl: Type.String() }),
});

export const codeHostSet = eventType({
  name: 'code_host.set',
  meaning: 'the code host of a project was set, or its address or token changed',
  payload,
  sentence: ({ project, codeHost }) => `set ${codeHost.apiUrl} as the code host of project ${project.name}`,
});
export const codeHostDeleted = eventType({
  name: 'code_host.deleted',
  meaning: 'the code host of a project and its token were deleted',
  payload,
  sentence: ({ project, codeHost }) => `removed the code host ${codeHost.apiUrl} of project ${project.name}`,
});

export const codeHostEvents = [codeHostSet, codeHostDeleted];

export const recordCodeHostEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  type: typeof codeHostSet,
  { id, name, workspaceId }: ProjectRecord,
  { kind, apiUrl }: ProjectHost,
) =>
  recordEvent(tx, type, {
    at: clock.now(),
    actorId: actor.userId,
    projectId: id,
    workspaceId,
    data: {
      project: { id, name },
      user: { id: actor.userId, name: actor.name },
      codeHost: { kind, apiUrl },
    },
  });
