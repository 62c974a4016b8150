import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Section } from '../parts/display/section.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { reloadBoot } from '../replica/index.ts';
import { AvatarField } from './avatar-field.tsx';
import { CodeLogins } from './code-logins.tsx';
import { MePage } from './me-page.tsx';
import { MyStatistics } from './my-statistics.tsx';
import { profileQuery } from './user-queries.ts';

async function resendLink(): Promise<void> {
  try {
    const { email } = (await api.sendVerificationEmail()).data;
    showToast({ text: m.users.emailLinkSent(email) });
  } catch (failure) {
    showToast({ text: sentenceOf(failure), tone: 'refused' });
  }
}

export function ProfilePage() {
  const queries = useQueryClient();
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <MePage title={m.users.profile}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!profile && !error && <Skeleton rows={6} />}
      {profile && (
        <>
          <Section title={m.users.aboutYou}>
            <AvatarField />
            <Form
              label={m.users.profile}
              onSubmit={async (values) => {
                const body = {
                  name: textOf(values, 'name'),
                  firstName: textOf(values, 'firstName') || null,
                  lastName: textOf(values, 'lastName') || null,
                };
                await api.updateProfile({ body });
                await Promise.all([queries.invalidateQueries(profileQuery()), reloadBoot()]);
                showToast({ text: m.users.saved });
              }}
            >
              <Field label={m.words.name} name="name" hint={m.users.nameHint} required>
                <TextInput defaultValue={profile.name} autoComplete="nickname" />
              </Field>
              <Field label={m.users.firstName} name="firstName">
                <TextInput defaultValue={profile.firstName ?? ''} autoComplete="given-name" />
              </Field>
              <Field label={m.users.lastName} name="lastName">
                <TextInput defaultValue={profile.lastName ?? ''} autoComplete="family-name" />
              </Field>
              <TextField label={m.words.email} value={profile.email} readOnly />
              {!profile.emailVerified && (
                <FormActions>
                  <span>{m.users.emailUnverified}</span>
                  <Button onClick={() => void resendLink()}>{m.users.resendEmailLink}</Button>
                </FormActions>
              )}
              <FormActions>
                <Button look="primary" type="submit">
                  {m.words.save}
                </Button>
              </FormActions>
            </Form>
          </Section>
          <MyStatistics />
          <CodeLogins />
        </>
      )}
    </MePage>
  );
}
