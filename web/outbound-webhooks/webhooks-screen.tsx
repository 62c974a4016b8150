import { m } from '../messages/index.ts';
import { Outlet } from '../router/index.ts';
import { MePage } from '../users/index.ts';

/** `/me/webhooks/*` */
export const WebhooksScreen = () => (
  <MePage title={m.webhooks.title}>
    <Outlet />
  </MePage>
);
