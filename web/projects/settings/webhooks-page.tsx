import { WebhookList } from '../../outbound-webhooks/index.ts';
import { Notice } from '../../parts/display/notice.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function WebhooksPage() {
  const project = useSettingsProject();
  return project.may.createWebhook ? (
    <WebhookList project={project} />
  ) : (
    <Notice>{project.mayNot.createWebhook}</Notice>
  );
}
