import { recordAudit } from '../../audit/index.ts';
import { newToken } from '../../platform/crypto.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { canGrantAccess, getProjectFor, lockProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { Provider } from '../code-event.ts';
import * as store from './inbound-secret-store.ts';
import { recordInboundSettingEvent, secretDeleted, secretSet } from './setting-events.ts';

/**
 * Creates the secret of a project for a code host, or replaces it. Returns it this once. The id stays, and with it the
 * address at the code host.
 */
export async function setInboundSecret(scope: Scope, box: SecretBox, ref: string, provider: Provider) {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    // The lock makes two concurrent calls find the same id.
    const project = await lockProjectFor(tx, actor, ref, canGrantAccess);
    const now = clock.now();
    const known = await findSecretOf(tx, project.id, provider);
    const id = known?.id ?? newId(now);
    const secret = newToken();
    await store.putInboundSecret(tx, {
      id,
      projectId: project.id,
      provider,
      secretSealed: box.seal(secret, store.inboundSecretContext(id)),
      setBy: actor.userId,
      setAt: now,
    });
    await recordInboundSettingEvent(tx, scope, secretSet, project, { name: provider });
    const subject = { kind: 'project', id: project.id, name: project.name } as const;
    await recordAudit(tx, scope, 'inbound_secret.set', subject, { provider, isRotated: known !== undefined });
    return { id, provider, setBy: actor.userId, setByName: actor.name, setAt: now, secret };
  });
}

export async function listInboundSecrets({ db, actor }: Scope, ref: string) {
  const project = await getProjectFor(db.reads, actor, ref, canGrantAccess);
  return store.listInboundSecretsOf(db.reads, project.id);
}

export async function deleteInboundSecret(scope: Scope, ref: string, provider: Provider): Promise<string> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    const known = await findSecretOf(tx, project.id, provider);
    if (!known) throw notFound('Inbound secret');
    await store.removeInboundSecret(tx, project.id, provider);
    await recordInboundSettingEvent(tx, scope, secretDeleted, project, { name: provider });
    const subject = { kind: 'project', id: project.id, name: project.name } as const;
    await recordAudit(tx, scope, 'inbound_secret.deleted', subject, { provider });
    return known.id;
  });
}

const findSecretOf = async (
  tx: Parameters<typeof store.listInboundSecretsOf>[0],
  projectId: string,
  provider: Provider,
) => (await store.listInboundSecretsOf(tx, projectId)).find((one) => one.provider === provider);
