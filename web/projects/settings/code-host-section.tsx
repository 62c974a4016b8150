import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeHost } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { codeHostQuery, refreshProjects } from '../project-queries.ts';

const kinds = ['github', 'gitlab', 'gitea'] as const;
/** The address that the server uses when the field stays empty. */
const usualApiUrls = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
  gitea: 'https://codeberg.org/api/v1',
};

/** Where the repositories of a project are, and the token that reads them. */
export function CodeHostSection({ projectId }: { projectId: string }) {
  const query = useQuery(codeHostQuery(projectId));
  const texts = m.projects.settings.codeHost;
  return (
    <Section title={texts.title} text={texts.text}>
      <Loaded query={query} rows={3}>
        {(host) => (
          <>
            {host && <Connected projectId={projectId} host={host} />}
            <CodeHostForm key={host?.updatedAt ?? 'none'} projectId={projectId} host={host ?? undefined} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Connected({ projectId, host }: { projectId: string; host: CodeHost }) {
  const texts = m.projects.settings.codeHost;
  const askToDisconnect = () =>
    ask({
      title: texts.question,
      text: texts.confirmText,
      confirm: texts.disconnect,
      danger: true,
      onConfirm: async () => {
        await api.deleteCodeHost({ params: { id: projectId } });
        await refreshProjects();
        showToast({ text: texts.disconnected });
      },
    });
  return (
    <Notice
      look="good"
      actions={
        <Button look="quiet" onClick={askToDisconnect}>
          {texts.disconnect}
        </Button>
      }
    >
      {texts.connected(texts.kinds[host.kind])} <span className="settings-mono">{host.apiUrl}</span>{' '}
      <RelativeTime at={host.updatedAt} className="quiet" />
    </Notice>
  );
}

function CodeHostForm({ projectId, host }: { projectId: string; host: CodeHost | undefined }) {
  const [kind, setKind] = useState<CodeHost['kind']>(host?.kind ?? 'github');
  const texts = m.projects.settings.codeHost;
  const shownUrl = host?.kind === kind && host.apiUrl !== usualApiUrls[kind] ? host.apiUrl : '';
  async function save(values: FormData) {
    const apiUrl = textOf(values, 'apiUrl').trim();
    const token = textOf(values, 'token').trim();
    await api.setCodeHost({ params: { id: projectId }, body: { kind, token, ...(apiUrl && { apiUrl }) } });
    await refreshProjects();
    showToast({ text: texts.saved });
  }
  return (
    <Form
      label={texts.title}
      onSubmit={save}
      submit={<Button type="submit">{host ? m.words.save : texts.connect}</Button>}
    >
      <Field row label={m.words.provider} name="kind">
        <Select
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
      </Field>
      <Field row label={texts.apiUrl} name="apiUrl" hint={texts.apiUrlHint}>
        <TextInput
          key={kind}
          type="url"
          defaultValue={shownUrl}
          placeholder={usualApiUrls[kind]}
          autoComplete="off"
        />
      </Field>
      <Field
        row
        label={texts.token}
        name="token"
        required
        hint={host ? texts.tokenReplaceHint : texts.tokenHint}
      >
        <TextInput type="password" autoComplete="off" />
      </Field>
    </Form>
  );
}
