import { recordAudit } from '../../audit/index.ts';
import { newToken } from '../../platform/crypto.ts';
import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import {
  canGrantAccess,
  findAnyProject,
  getProjectFor,
  lockProjectFor,
  type ProjectRecord,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { Provider } from '../code-event.ts';
import * as store from './inbound-secret-store.ts';
import { recordInboundSettingEvent, secretDeleted, secretSet } from './setting-events.ts';

/**
 * Creates the secret of a project for a code host, or replaces it, and returns it, which no other route does. The id
 * stays, and with it the address at the code host.
 */
export const setInboundSecret = (scope: Scope, box: SecretBox, ref: string, provider: Provider) =>
  scope.write(async (tx) =>
    // The lock makes two concurrent calls find the same id.
    putSecret(tx, scope, box, await lockProjectFor(tx, scope.actor, ref, canGrantAccess), provider),
  );

export async function listInboundSecrets({ db, actor }: Scope, ref: string) {
  const project = await getProjectFor(db.reads, actor, ref, canGrantAccess);
  return store.listProjectInboundSecrets(db.reads, { projectId: project.id });
}

export const deleteInboundSecret = (scope: Scope, ref: string, provider: Provider): Promise<string> =>
  scope.write(async (tx) =>
    removeSecret(tx, scope, await lockProjectFor(tx, scope.actor, ref, canGrantAccess), provider),
  );

/** For the command line, which has no signed-in person. */
export const listInboundSecretsForOperator = async (db: Database, ref: string) =>
  store.listProjectInboundSecrets(db.reads, { projectId: (await getProject(db.reads, ref)).id });

export const setInboundSecretForOperator = (
  db: Database,
  source: SecretSource,
  box: SecretBox,
  ref: string,
  provider: Provider,
) => db.transaction(async (tx) => putSecret(tx, source, box, await getProject(tx, ref), provider));

export const deleteInboundSecretForOperator = (
  db: Database,
  source: SecretSource,
  ref: string,
  provider: Provider,
) => db.transaction(async (tx) => removeSecret(tx, source, await getProject(tx, ref), provider));

/** A `Scope`, or a command, which has only a clock. */
type SecretSource = Pick<Scope, 'clock'> & Partial<Pick<Scope, 'actor' | 'request' | 'isAudited'>>;

async function putSecret(
  tx: Tx,
  source: SecretSource,
  box: SecretBox,
  project: ProjectRecord,
  provider: Provider,
) {
  const { actor, clock } = source;
  const now = clock.now();
  const known = await findProjectSecret(tx, project.id, provider);
  const id = known?.id ?? newId(now);
  const secret = newToken();
  const setBy = actor?.userId ?? null;
  await store.putInboundSecret(tx, {
    id,
    projectId: project.id,
    provider,
    secretSealed: box.seal(secret, store.inboundSecretContext(id)),
    setBy,
    setAt: now,
  });
  await recordInboundSettingEvent(tx, source, secretSet, project, { name: provider });
  const details = { provider, isRotated: known !== undefined };
  await recordAudit(tx, source, 'inbound_secret.set', projectSubject(project), details);
  return { id, provider, setBy, setByName: actor?.name ?? null, setAt: now, secret };
}

async function removeSecret(tx: Tx, source: SecretSource, project: ProjectRecord, provider: Provider) {
  const known = await findProjectSecret(tx, project.id, provider);
  if (!known) throw notFound('Inbound secret');
  await store.removeInboundSecret(tx, { projectId: project.id, provider });
  await recordInboundSettingEvent(tx, source, secretDeleted, project, { name: provider });
  await recordAudit(tx, source, 'inbound_secret.deleted', projectSubject(project), { provider });
  return known.id;
}

const projectSubject = ({ id, name }: ProjectRecord) => ({ kind: 'project', id, name }) as const;

async function getProject(queries: Queries, ref: string): Promise<ProjectRecord> {
  const project = await findAnyProject(queries, ref);
  if (!project || project.status === 'deleted') throw notFound('Project');
  return project;
}

const findProjectSecret = async (tx: Queries, projectId: string, provider: Provider) =>
  (await store.listProjectInboundSecrets(tx, { projectId })).find((one) => one.provider === provider);
