import { WebhookList } from './webhook-list.tsx';

/** `/me/webhooks` */
export const WebhooksPage = () => <WebhookList />;
