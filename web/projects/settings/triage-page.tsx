import { useQuery } from '@tanstack/react-query';
import type { IntakeChannel } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { CodeBlock } from '../../parts/display/code-block.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { refreshProjects } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

type Kind = IntakeChannel['kind'];
const kinds: readonly Kind[] = ['form', 'mail', 'webhook'];

/** Whether tickets from outside wait, and the addresses at which they arrive. */
export function TriagePage() {
  const project = useSettingsProject();
  const text = m.triage.settings;
  const toggle = (triage: boolean) =>
    attempt(async () => {
      await api.updateProject({ params: { id: project.id }, body: { triage } });
      await refreshProjects();
    });
  return (
    <>
      <Section title={text.title} text={text.text}>
        <Checkbox
          label={text.isOn}
          checked={project.triage === true}
          disabled={!project.may.edit}
          onChange={(isOn) => void toggle(isOn)}
        />
      </Section>
      {project.may.edit ? (
        <Feeds projectId={project.id} isOn={project.triage === true} />
      ) : (
        <Notice>{text.readOnly}</Notice>
      )}
    </>
  );
}

const channelsQuery = (projectId: string) => ({
  queryKey: ['intake-channels', projectId],
  queryFn: async () => (await api.listIntakeChannels({ params: { id: projectId } })).data,
});

function Feeds({ projectId, isOn }: { projectId: string; isOn: boolean }) {
  const query = useQuery(channelsQuery(projectId));
  const text = m.triage.settings;
  return (
    <Section title={text.feeds} text={text.feedsText}>
      {!isOn && <Notice>{text.off}</Notice>}
      <Loaded query={query} rows={3}>
        {(channels) =>
          kinds.map((kind) => (
            <Feed
              key={kind}
              projectId={projectId}
              kind={kind}
              channel={channels.find((one) => one.kind === kind)}
            />
          ))
        }
      </Loaded>
    </Section>
  );
}

interface FeedProps {
  projectId: string;
  kind: Kind;
  channel: IntakeChannel | undefined;
}

function Feed({ projectId, kind, channel }: FeedProps) {
  const text = m.triage.settings;
  const name = text.kinds[kind];
  const params = { id: projectId, kind };
  const refresh = () => queryClient.invalidateQueries({ queryKey: channelsQuery(projectId).queryKey });
  const open = async () => {
    await api.openIntakeChannel({ params });
    await refresh();
  };
  const renew = () =>
    ask({ title: text.renewQuestion, text: text.renewText, confirm: text.renew, onConfirm: open });
  const close = () =>
    ask({
      title: text.closeQuestion,
      text: text.closeText,
      confirm: text.close,
      danger: true,
      onConfirm: async () => {
        await api.closeIntakeChannel({ params });
        await refresh();
      },
    });
  return (
    <Section
      title={name}
      text={text.kindText[kind]}
      actions={
        channel ? (
          <>
            <Button aria-label={`${text.renew}: ${name}`} onClick={renew}>
              {text.renew}
            </Button>
            <Button aria-label={`${text.close}: ${name}`} onClick={close}>
              {text.close}
            </Button>
          </>
        ) : (
          <Button icon="plus" aria-label={`${text.open}: ${name}`} onClick={() => void attempt(open)}>
            {text.open}
          </Button>
        )
      }
    >
      {channel && (
        <CodeBlock
          code={kind === 'mail' ? `docket mail receive ${channel.url}` : channel.url}
          wrap
          copyLabel={text.copy(name)}
        />
      )}
    </Section>
  );
}
