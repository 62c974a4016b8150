import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDate } from '../parts/dates/dates.ts';
import { Facts } from '../parts/display/facts.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { useMe, usePerson, useProject } from '../replica/index.ts';
import { Link, useParams } from '../router/index.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { describeEvents } from './describe-events.ts';
import { HealthLine } from './health-line.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';

/** `…/webhooks/$webhookId` */
export function WebhookPage() {
  const { webhookId = '' } = useParams();
  return <WebhookDetail key={webhookId} webhookId={webhookId} />;
}

/** One webhook: its target and events, the state of its deliveries, and its actions. */
function WebhookDetail({ webhookId }: { webhookId: string }) {
  const query = useQuery(webhookQuery(webhookId));
  const base = useWebhookBase();
  return (
    <>
      <Link to={base} className="back-link" activeOptions={{ exact: true }}>
        <Icon name="chevron-left" size="small" />
        {m.webhooks.back}
      </Link>
      <Loaded query={query} look="block" rows={3}>
        {(webhook) => <Details webhook={webhook} />}
      </Loaded>
    </>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const isMine = useMe().id === webhook.ownerId;
  const owner = usePerson(webhook.ownerId);
  const project = useProject(webhook.projectId);
  const texts = m.webhooks;
  const { scopes } = texts.form;
  return (
    <>
      <Section
        title={webhook.description || new URL(webhook.url).host}
        actions={<WebhookActions webhook={webhook} isMine={isMine} />}
      >
        {!webhook.active && webhook.disabledBecause && (
          <Notice look={webhook.disabledBecause === 'asked' ? 'info' : 'warning'}>
            {texts.disabledBecause[webhook.disabledBecause]}
          </Notice>
        )}
        {!isMine && <Notice>{`${texts.ofOwner(owner?.name ?? '')}. ${texts.ofOwnerText}`}</Notice>}
        <Facts
          facts={[
            [m.words.address, <code key="url">{webhook.url}</code>],
            [m.words.state, <WebhookState key="state" webhook={webhook} />],
            [texts.events, describeEvents(webhook.events)],
            [texts.form.scope, project?.name ?? (webhook.wholeInstance ? scopes.instance : scopes.own)],
            [texts.health, isMine && <HealthLine key="health" webhookId={webhook.id} />],
            [
              texts.lastDelivery,
              webhook.lastDeliveryAt ? (
                <RelativeTime key="last" at={webhook.lastDeliveryAt} />
              ) : (
                texts.neverDelivered
              ),
            ],
            [texts.failures, webhook.failureCount > 0 ? webhook.failureCount : undefined],
            [m.words.created, formatDate(webhook.createdAt)],
          ]}
        />
      </Section>
      {isMine && <DeliveryLog webhook={webhook} />}
    </>
  );
}
