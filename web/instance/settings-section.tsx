import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstanceSettings } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { SelectField } from '../parts/forms/select-field.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { appName } from '../parts/window-title.ts';
import { reloadBoot } from '../replica/index.ts';
import { settingsQuery } from './instance-queries.ts';

const modes = ['open', 'invite', 'closed'] as const;
type SignUpMode = (typeof modes)[number];

/** The name and who may sign up. A setting of the environment is shown, with its variable, and cannot be changed. */
export function SettingsSection() {
  const { data, refetch } = useQuery(settingsQuery());
  return (
    <Section title={m.instance.settings.title} text={m.instance.settings.text}>
      {data && <SettingsForm key={data.version} settings={data} refetch={refetch} />}
    </Section>
  );
}

function SettingsForm({ settings, refetch }: { settings: InstanceSettings; refetch: () => unknown }) {
  const texts = m.instance.settings;
  const { setBy, variables, version, updatedAt, updatedBy } = settings;
  const [mode, setMode] = useState<SignUpMode>(settings.signUp);
  const isFixed = { name: setBy.name === 'environment', signUp: setBy.signUp === 'environment' };
  const hint = (name: keyof typeof isFixed, text: string) =>
    isFixed[name] ? texts.fixed(variables[name]) : text;

  async function save(values: FormData) {
    const name = textOf(values, 'name').trim();
    try {
      const { data } = await api.updateInstanceSettings({
        body: {
          ...(!isFixed.name && { name: name === '' ? null : name }),
          ...(!isFixed.signUp && { signUp: mode }),
        },
        headers: { 'if-match': `"${version}"` },
      });
      appName.set(data.name);
      showToast({ text: texts.saved });
      await reloadBoot();
    } finally {
      // Also after a refusal: somebody else may have changed the settings.
      await refetch();
    }
  }

  return (
    <Form
      label={texts.title}
      onSubmit={save}
      submit={isFixed.name && isFixed.signUp ? undefined : texts.save}
    >
      <Field row label={texts.name} name="name" hint={hint('name', texts.nameHint)}>
        <TextInput
          defaultValue={settings.name}
          disabled={isFixed.name}
          maxLength={100}
          placeholder="Docket"
          autoComplete="off"
        />
      </Field>
      <SelectField
        row
        label={m.instance.signUp}
        name="signUp"
        hint={hint('signUp', texts.signUpHints[mode])}
        options={modes.map((value) => ({ value, label: m.instance.signUpModes[value] }))}
        value={mode}
        onChange={setMode}
        disabled={isFixed.signUp}
      />
      {updatedAt && updatedBy && (
        <p className="overview-changed">
          {texts.changedBy(updatedBy.name)} <RelativeTime at={updatedAt} />
        </p>
      )}
    </Form>
  );
}
