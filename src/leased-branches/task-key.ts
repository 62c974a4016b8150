import { isId } from '../platform/ids.ts';

export interface TaskKey {
  taskId: string;
  epoch: number;
  secret: string;
}

export const formatTaskKey = ({ taskId, epoch, secret }: TaskKey) => `${taskId}.${epoch}.${secret}`;

export function parseTaskKey(text: string): TaskKey | undefined {
  const [taskId = '', epoch = '', secret = '', ...rest] = text.split('.');
  const isKey =
    isId(taskId) && /^\d{1,9}$/.test(epoch) && /^[\w-]{20,100}$/.test(secret) && rest.length === 0;
  return isKey ? { taskId, epoch: Number(epoch), secret } : undefined;
}

/** The password of HTTP basic authentication; any user name is accepted. */
export function readTaskKey(authorization: string | undefined): TaskKey | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  return parseTaskKey(text.slice(text.indexOf(':') + 1));
}
