import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstanceStatus } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { formatDuration, locale } from '../parts/dates/dates.ts';
import { Failure } from '../parts/display/failure.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Section } from '../parts/display/section.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Form } from '../parts/forms/form.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { demoTeamQuery } from '../projects/index.ts';
import { reloadBoot, useMe } from '../replica/index.ts';
import { BackupSection } from './backup-section.tsx';
import { formatBytes } from './format-bytes.ts';
import { InstancePage } from './instance-page.tsx';
import { statusQuery } from './instance-queries.ts';
import { MoveSection } from './move-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { WebhookTargets } from './webhook-targets.tsx';
import './overview-page.css';

export function OverviewPage() {
  const isAdmin = useMe().role === 'ADMIN';
  const { data: status, error, refetch } = useQuery({ ...statusQuery(), enabled: isAdmin });
  return (
    <InstancePage title={m.instance.overview}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!status && !error && <Skeleton rows={10} />}
      {status && (
        <>
          <SettingsSection />
          <BackupSection backup={status.backup} />
          <Facts title={m.instance.installation} facts={installationFacts(status)} />
          <Facts
            title={m.instance.background}
            text={m.instance.backgroundText}
            facts={backgroundFacts(status)}
          />
          <WebhookTargets />
          <MailSection sendsMail={status.settings.sendsMail} />
          <MoveSection />
          <DemoSection />
        </>
      )}
    </InstancePage>
  );
}

type Fact = readonly [name: string, value: string | number];

const installationFacts = ({
  version,
  node,
  uptimeSeconds,
  settings,
  accounts,
  database,
  files,
}: InstanceStatus): Fact[] => [
  [m.instance.version, version],
  ['Node.js', node],
  [m.instance.uptime, formatDuration(uptimeSeconds * 1_000)],
  [m.words.address, settings.baseUrl],
  [m.instance.accounts, m.instance.accountCounts(accounts.people, accounts.agents, accounts.disabled)],
  [m.instance.database, `${m.instance.engines[database.engine]}, ${formatBytes(database.bytes, locale())}`],
  [
    m.words.files,
    files.files === 0 ? m.instance.noFiles : `${files.files}, ${formatBytes(files.bytes, locale())}`,
  ],
];

const backgroundFacts = ({
  background: { mails, webhookDeliveries, events, isSearchBehind },
}: InstanceStatus): Fact[] => [
  [m.instance.mails, m.instance.waiting(mails.waiting, mails.lagSeconds)],
  [m.instance.deliveries, m.instance.waiting(webhookDeliveries.waiting, webhookDeliveries.lagSeconds)],
  [m.instance.events, events],
  [m.instance.search, isSearchBehind ? m.instance.searchBehind : m.instance.searchCurrent],
];

function Facts({ title, text, facts }: { title: string; text?: string; facts: readonly Fact[] }) {
  return (
    <Section title={title} text={text}>
      <dl className="overview-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="overview-fact">
            <dt>{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function MailSection({ sendsMail }: { sendsMail: boolean }) {
  const { email } = useMe();
  const [isSent, setSent] = useState(false);
  return (
    <Section title={m.instance.mail} text={sendsMail ? m.instance.mailText : m.instance.noMailText}>
      {sendsMail && (
        <Form
          label={m.instance.sendTestMail}
          onSubmit={async () => {
            setSent(false);
            await api.sendTestMail();
            setSent(true);
          }}
        >
          <div role="status">
            {isSent && <Notice look="good">{m.instance.testMailSent(email ?? '')}</Notice>}
          </div>
          <div>
            <Button icon="mail" type="submit">
              {m.instance.sendTestMail}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  );
}

function DemoSection() {
  const queries = useQueryClient();
  const { data: demo } = useQuery(demoTeamQuery);
  if (demo === undefined) return null;
  const settle = () => Promise.all([queries.invalidateQueries(demoTeamQuery), reloadBoot()]);
  if (demo === null)
    return (
      <Section title={m.instance.demo} text={m.instance.demoText}>
        <Form
          label={m.instance.demo}
          onSubmit={async () => {
            await api.createDemo();
            await settle();
          }}
        >
          <div>
            <Button type="submit">{m.instance.createDemo}</Button>
          </div>
        </Form>
      </Section>
    );
  const { project, tickets } = demo;
  const askToRemove = () =>
    ask({
      title: m.instance.removeDemoQuestion,
      text: m.instance.removeDemoText(project.name, tickets),
      confirm: m.instance.removeDemo,
      danger: true,
      onConfirm: async () => {
        await api.removeDemo();
        await settle();
      },
    });
  return (
    <Section title={m.instance.demo} text={m.instance.demoThere(project.name, tickets)}>
      <div>
        <Button look="danger" onClick={askToRemove}>
          {m.instance.removeDemo}
        </Button>
      </div>
    </Section>
  );
}
