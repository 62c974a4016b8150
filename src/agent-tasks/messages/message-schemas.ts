import { choice, id, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import type { Message as MessageRow } from './message-store.ts';

const from = Type.Object({ id: id(), name: Type.String({ examples: ['Ada'] }) });
const fields = {
  id: id(),
  text: Type.String({ examples: ['Use the new parser.'] }),
  from,
  createdAt: timestamp(),
};

/** A message as its worker gets it. */
export const ReceivedMessage = Type.Object(fields, { title: 'AgentTaskReceivedMessage' });

export const Message = Type.Object(
  {
    ...fields,
    state: choice(['sent', 'delivered', 'read'], {
      description: '`delivered`: handed out to the worker; `read`: acknowledged by it',
    }),
    deliveredAt: Type.Optional(timestamp()),
    readAt: Type.Optional(timestamp()),
  },
  { title: 'AgentTaskMessage' },
);

export const MessageInput = Type.Object({ text: trimmed(1, 64_000, { examples: ['Use the new parser.'] }) });

const author = ({ authorId, authorName }: MessageRow) => ({ id: authorId, name: authorName });

export const presentReceivedMessage = (row: MessageRow) =>
  present(ReceivedMessage, row, { from: author(row) });

export const presentMessage = (row: MessageRow) =>
  present(Message, row, { from: author(row), state: messageState(row) });

const messageState = ({ deliveredAt, readAt }: MessageRow) =>
  readAt !== null ? 'read' : deliveredAt !== null ? 'delivered' : 'sent';
