import { recordAudit } from '../audit/index.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import { notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { canGrantAccess, getProjectFor, lockProjectFor } from '../projects/index.ts';
import type { Scope } from '../users/index.ts';
import type { Channel, ChannelKind } from './channel.ts';
import * as store from './channel-store.ts';

/** The prefix lets secret scanners and people recognise a leaked token for what it is. */
const prefix = 'dkt_tri_';

export type OpenedChannel = Pick<Channel, 'kind' | 'createdAt'> & { token: string };

/** Lists the channels with their tokens: who sets up the project copies the addresses more than once. */
export async function listChannels(
  { db, actor }: Scope,
  box: SecretBox,
  ref: string,
): Promise<OpenedChannel[]> {
  const project = await getProjectFor(db.reads, actor, ref, canGrantAccess);
  const channels = await store.listChannels(db.reads, { projectId: project.id });
  return channels.map(({ id, kind, createdAt, tokenSealed }) => ({
    kind,
    createdAt,
    token: box.open(tokenSealed, store.channelTokenContext(id)),
  }));
}

/** Opens the channel, or gives it another token: the former address stops working at once. */
export const openChannel = (
  scope: Scope,
  box: SecretBox,
  ref: string,
  kind: ChannelKind,
): Promise<OpenedChannel> =>
  scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    const createdAt = scope.clock.now();
    const id = newId(createdAt);
    const token = prefix + newToken();
    const isRenewed = (await store.deleteChannel(tx, { projectId: project.id, kind })) > 0;
    await store.putChannel(tx, {
      id,
      projectId: project.id,
      kind,
      tokenHash: hashToken(token),
      tokenSealed: box.seal(token, store.channelTokenContext(id)),
      createdBy: scope.actor.userId,
      createdAt,
    });
    const subject = { kind: 'project', id: project.id, name: project.name } as const;
    await recordAudit(tx, scope, 'intake.opened', subject, { channel: kind, isRenewed });
    return { kind, createdAt, token };
  });

export const closeChannel = (scope: Scope, ref: string, kind: ChannelKind): Promise<string> =>
  scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    if ((await store.deleteChannel(tx, { projectId: project.id, kind })) === 0) throw notFound('Channel');
    const subject = { kind: 'project', id: project.id, name: project.name } as const;
    await recordAudit(tx, scope, 'intake.closed', subject, { channel: kind });
    return kind;
  });
