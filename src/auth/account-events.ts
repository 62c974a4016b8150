import { Type } from 'typebox';
import { eventType } from '../events/index.ts';

export const userCreated = eventType({
  name: 'user.created',
  meaning: 'an account was made',
  payload: Type.Object({
    user: Type.Object({ id: Type.String(), name: Type.String() }),
    role: Type.String(),
  }),
  sentence: () => 'joined',
  goesOut: false,
});
