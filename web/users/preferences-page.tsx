import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Operations, UserPreferences } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { type Language, languages, m } from '../messages/index.ts';
import { BrowserNotificationsField } from '../notifications/index.ts';
import { Segmented } from '../parts/controls/segmented.tsx';
import { Select } from '../parts/controls/select.tsx';
import { Switch } from '../parts/controls/switch.tsx';
import { zoneOptions } from '../parts/controls/zone-options.ts';
import { Failure } from '../parts/display/failure.tsx';
import { Section } from '../parts/display/section.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Field } from '../parts/forms/field.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { setSingleKeys, useSingleKeys } from '../parts/keys/keys.ts';
import { changeSettings, useSetting } from '../parts/personal-settings.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { applyTheme } from '../parts/theme.ts';
import { reloadBoot } from '../replica/index.ts';
import { type Density, setDensity, useDensity } from '../tickets/index.ts';
import { MePage } from './me-page.tsx';
import { preferencesQuery } from './user-queries.ts';

type Change = NonNullable<Operations['updatePreferences']['body']>;

export function PreferencesPage() {
  const { data, error, refetch } = useQuery(preferencesQuery());
  return (
    <MePage title={m.users.preferences}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && <Preferences preferences={data} />}
    </MePage>
  );
}

/** Every choice is saved when it is made. */
function Preferences({ preferences }: { preferences: UserPreferences }) {
  const queries = useQueryClient();
  async function save(change: Change): Promise<void> {
    try {
      queries.setQueryData(preferencesQuery().queryKey, (await api.updatePreferences({ body: change })).data);
      await reloadBoot();
    } catch (error) {
      showToast({ text: sentenceOf(error), tone: 'refused' });
    }
  }
  return (
    <>
      <Section title={m.users.appearance}>
        <Field label={m.users.theme} row>
          <Segmented
            label={m.users.theme}
            value={preferences.theme}
            onChange={(theme) => {
              applyTheme(theme);
              void save({ theme });
            }}
            options={(['light', 'dark', 'system'] as const).map((value) => ({
              value,
              label: m.users.themes[value],
            }))}
          />
        </Field>
        <Field label={m.users.density} row>
          <Segmented
            label={m.users.density}
            value={useDensity()}
            onChange={setDensity}
            options={(['comfortable', 'compact'] as const).map((value: Density) => ({
              value,
              label: m.users.densities[value],
            }))}
          />
        </Field>
        <Field label={m.users.language} hint={m.users.languageHint} row>
          <Select
            value={preferences.language.startsWith('de') ? 'de' : 'en'}
            onChange={async (language: Language) => {
              await save({ language });
              location.reload();
            }}
            options={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
          />
        </Field>
        <Field label={m.words.timeZone} hint={m.users.timezoneHint} row>
          <Select
            value={preferences.timezone}
            onChange={(timezone: string) => void save({ timezone })}
            options={zoneOptions(preferences.timezone)}
          />
        </Field>
        <SingleKeys />
        <ShowPresence />
      </Section>
      <Section title={m.users.notifications}>
        <Switch
          label={m.users.notify}
          hint={m.users.notifyHint}
          checked={preferences.notifications}
          onChange={(notifications) => void save({ notifications })}
        />
        <BrowserNotificationsField />
        {(['ticketAssigned', 'ticketUpdated', 'projectInvites', 'weeklyDigest'] as const).map((name) => (
          <Switch
            key={name}
            label={m.users.mails[name]}
            checked={preferences.emailNotifications[name]}
            onChange={(on) => void save({ emailNotifications: { [name]: on } })}
          />
        ))}
      </Section>
    </>
  );
}

function ShowPresence() {
  return (
    <Switch
      label={m.users.showPresence}
      hint={m.users.showPresenceHint}
      checked={useSetting('showPresence') !== false}
      onChange={(showPresence) => changeSettings({ showPresence })}
    />
  );
}

function SingleKeys() {
  return (
    <Switch
      label={m.users.singleKeys}
      hint={m.users.singleKeysHint}
      checked={useSingleKeys()}
      onChange={setSingleKeys}
    />
  );
}
