import { TriggersSection } from '../../inbound-webhooks/index.ts';
import { Notice } from '../../parts/display/notice.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function TriggersPage() {
  const { id, may, mayNot } = useSettingsProject();
  return may.manageTriggers ? <TriggersSection projectId={id} /> : <Notice>{mayNot.manageTriggers}</Notice>;
}
