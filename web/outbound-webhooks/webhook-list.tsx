import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, Webhook } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { useMe, usePerson } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { describeEvents } from './describe-events.ts';
import { HealthLine } from './health-line.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { openWebhookDialog } from './webhook-dialog.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';
import './webhook-list.css';

/** The webhooks of the person: those of one project, or all. Administrators can also see everybody’s. */
export function WebhookList({ project }: { project?: BootProject }) {
  const me = useMe();
  const [whose, setWhose] = useState<'mine' | 'everybody'>('mine');
  const query = useQuery(webhooksQuery(whose === 'everybody'));
  const texts = m.webhooks;
  const create = (
    <Button
      look="primary"
      icon="plus"
      disabled={me.role === 'VIEWER' ? m.projects.mayNotCreate : false}
      onClick={() => openWebhookDialog(undefined, project?.id)}
    >
      {texts.create}
    </Button>
  );
  return (
    <Section
      title={texts.title}
      text={project ? texts.projectText(project.name) : texts.text}
      actions={create}
    >
      {!project && me.role === 'ADMIN' && (
        <div>
          <Segmented
            label={texts.whose}
            options={[
              { value: 'mine', label: texts.mine },
              { value: 'everybody', label: texts.everybody },
            ]}
            value={whose}
            onChange={setWhose}
          />
        </div>
      )}
      <Loaded query={query} rows={2}>
        {(webhooks) => (
          <WebhookTable
            webhooks={webhooks.filter(({ projectId }) => !project || projectId === project.id)}
            withOwner={whose === 'everybody'}
          />
        )}
      </Loaded>
    </Section>
  );
}

function WebhookTable({ webhooks, withOwner }: { webhooks: readonly Webhook[]; withOwner: boolean }) {
  const base = useWebhookBase();
  const me = useMe();
  const texts = m.webhooks;
  return (
    <DataTable
      label={texts.title}
      className="webhook-list"
      rows={webhooks}
      empty={<EmptyState small icon="webhook" title={texts.none} text={texts.noneText} />}
      columns={[
        {
          title: m.words.address,
          header: true,
          phone: 'main',
          cell: (webhook) => (
            <span className="webhook-list-name">
              <Link to={`${base}/${webhook.id}`} className="row-link webhook-list-link">
                {webhook.description || webhook.url}
              </Link>
              {webhook.description && <span className="quiet">{webhook.url}</span>}
              <span className="quiet">{describeEvents(webhook.events)}</span>
              {withOwner && webhook.ownerId !== me.id && <Owner id={webhook.ownerId} />}
            </span>
          ),
        },
        {
          title: texts.health,
          width: '230px',
          cell: ({ id, ownerId }) => ownerId === me.id && <HealthLine webhookId={id} />,
        },
        {
          title: m.words.state,
          width: '110px',
          phone: 'end',
          cell: (webhook) => <WebhookState webhook={webhook} />,
        },
      ]}
    />
  );
}

function Owner({ id }: { id: string }) {
  const person = usePerson(id);
  return person ? (
    <span>
      <Badge>{person.name}</Badge>
    </span>
  ) : null;
}
