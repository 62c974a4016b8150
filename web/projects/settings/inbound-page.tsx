import { InboundDeliveries, InboundDelivery } from '../../inbound-webhooks/index.ts';
import { Notice } from '../../parts/display/notice.tsx';
import { useParams } from '../../router/index.ts';
import { useSettingsProject } from './use-settings-project.ts';

/** The log of inbound deliveries, or one of them. */
export function InboundPage() {
  const project = useSettingsProject();
  const { deliveryId } = useParams();
  if (!project.may.edit) return <Notice>{project.mayNot.edit}</Notice>;
  return deliveryId ? (
    <InboundDelivery key={deliveryId} projectKey={project.key} deliveryId={deliveryId} />
  ) : (
    <InboundDeliveries project={project} />
  );
}
