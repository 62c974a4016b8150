import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import type { Storage } from '../platform/storage/index.ts';
import { presentUpdatedProfile, UpdatedProfile } from '../users/index.ts';
import { imageTypes } from './attachment.ts';
import { deleteAvatar, getAvatar, setAvatar } from './avatars.ts';
import { addFormRoutes } from './file-forms.ts';
import { receiveFiles } from './receive-files.ts';
import { sendFile } from './send-file.ts';

const limits = { filesMax: 1, bytesMax: 2 * 1024 * 1024, contentTypes: imageTypes };

const common = { tag: 'User', access: 'signed-in' } as const;

export function addAvatarRoutes(app: FastifyInstance, storage: Storage): void {
  const router = newRouter(app, common);
  addFormRoutes(app, (formApp) =>
    newRouter(formApp, common).put('/api/user/avatar', {
      operationId: 'updateAvatar',
      summary: 'Set your avatar',
      description:
        'A PNG, JPEG, GIF or WebP image of at most 2 MiB. `image` of your profile becomes its path.',
      filesMax: limits.filesMax,
      responses: { 200: { description: 'The updated profile', schema: dataOf(UpdatedProfile) } },
      handle: async (request) => {
        const user = await setAvatar(request.scope, storage, () => receiveFiles(request, storage, limits));
        return { data: presentUpdatedProfile(user) };
      },
    }),
  );

  router.delete('/api/user/avatar', {
    operationId: 'deleteAvatar',
    summary: 'Delete your avatar',
    responses: {
      200: { description: 'The updated profile', schema: dataOf(UpdatedProfile) },
      204: { description: 'Deleted, with `Prefer: return=minimal`' },
    },
    delete: async ({ scope }) => presentUpdatedProfile(await deleteAvatar(scope, storage)),
  });

  router.get('/api/avatars/:id', {
    operationId: 'getAvatar',
    summary: 'Download the avatar of a user',
    params: Type.Object({ id: id() }),
    sendsFile: true,
    responses: { 200: { description: 'The image' } },
    handle: async (request, reply) => {
      const avatar = await getAvatar(request.scope, request.params.id);
      // Each new avatar gets a new id, so browsers may cache this URL for ever.
      return sendFile(request, reply, storage, avatar, {
        'content-disposition': 'inline',
        'cache-control': 'private, max-age=31536000, immutable',
      });
    },
  });
}
