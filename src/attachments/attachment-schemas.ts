import { choice, id, timestamp } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { PublicUser, userIn } from '../users/index.ts';
import type { AttachmentWithUploader } from './attachment-store.ts';

export const Attachment = Type.Object(
  {
    id: id(),
    ticketId: id(),
    name: Type.String({ examples: ['screenshot.png'] }),
    contentType: Type.String({
      description: 'Detected from the first bytes; the type that the client sent is ignored',
      examples: ['image/png'],
    }),
    size: Type.Number({ description: 'In bytes', examples: [48_213] }),
    sha256: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    uploader: PublicUser,
    url: Type.String({
      description: 'Path of the download',
      examples: ['/api/attachments/01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'],
    }),
    createdAt: timestamp(),
  },
  { title: 'Attachment' },
);

export const DownloadQuery = Type.Object({
  inline: Type.Optional(
    choice(['0', '1'], {
      description: '`1` lets a browser display an image, PDF or plain text instead of saving it',
    }),
  ),
});

export const presentAttachment = (attachment: AttachmentWithUploader) =>
  present(Attachment, attachment, {
    uploader: userIn(attachment, 'uploader'),
    url: `/api/attachments/${attachment.id}`,
  });
