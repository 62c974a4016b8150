import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { PasswordInput } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { AccountOfPassword } from './account-of-password.tsx';
import { nameOfBrowser } from './browser-name.ts';
import { IdentitiesSection } from './identities-section.tsx';
import { MePage } from './me-page.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { secondFactorQuery, sessionsQuery } from './user-queries.ts';

export function SecurityPage() {
  return (
    <MePage title={m.users.security}>
      <PasswordSection />
      <PasskeysSection />
      <SecondFactorSection />
      <IdentitiesSection />
      <SessionsSection />
    </MePage>
  );
}

function PasswordSection() {
  const queries = useQueryClient();
  const { passwordLength } = useBoot().instance;
  const { data } = useQuery(secondFactorQuery());
  return (
    <Section title={m.users.changePassword} text={m.users.changePasswordText}>
      <Form
        label={m.users.changePassword}
        resetAfter
        onSubmit={async (values) => {
          const body = {
            currentPassword: textOf(values, 'currentPassword'),
            newPassword: textOf(values, 'newPassword'),
          };
          await api.changePassword({ body });
          await queries.invalidateQueries(sessionsQuery());
          await queries.invalidateQueries(secondFactorQuery());
          showToast({ text: m.users.passwordChanged });
        }}
        submit={m.users.changePassword}
      >
        <AccountOfPassword />
        {data?.hasPassword !== false && (
          <Field label={m.users.currentPassword} name="currentPassword" required>
            <PasswordInput autoComplete="current-password" />
          </Field>
        )}
        <Field
          label={m.auth.newPassword}
          name="newPassword"
          hint={m.auth.passwordHint(passwordLength.min)}
          required
        >
          <PasswordInput autoComplete="new-password" />
        </Field>
      </Form>
    </Section>
  );
}

function SessionsSection() {
  const queries = useQueryClient();
  const { data: sessions = [], error, refetch } = useQuery(sessionsQuery());

  async function end(run: () => Promise<unknown>, sentence: string): Promise<void> {
    try {
      await run();
      await queries.invalidateQueries(sessionsQuery());
      showToast({ text: sentence });
    } catch (failure) {
      showToast({ text: sentenceOf(failure), tone: 'refused' });
    }
  }

  return (
    <Section
      title={m.users.sessions}
      text={m.users.sessionsText}
      actions={
        sessions.length > 1 && (
          <Button onClick={() => void end(() => api.revokeSessions(), m.users.signedOutElsewhere)}>
            {m.users.signOutElsewhere}
          </Button>
        )
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} small />}
      <DataTable
        label={m.users.sessions}
        rows={sessions}
        columns={[
          {
            title: m.users.browser,
            header: true,
            phone: 'main',
            cell: ({ userAgent, current }: Session) => (
              <>
                {nameOfBrowser(userAgent) ?? m.users.unknownBrowser}{' '}
                {current && <Badge look="green">{m.users.thisSession}</Badge>}
              </>
            ),
          },
          { title: m.words.address, phone: 'titled', cell: ({ address }) => address ?? '–' },
          {
            title: m.words.lastSeen,
            phone: 'titled',
            cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
          },
          {
            title: m.users.endSession,
            actions: true,
            cell: ({ id, current }) =>
              !current && (
                <Button
                  look="quiet"
                  onClick={() => void end(() => api.revokeSession({ params: { id } }), m.users.sessionEnded)}
                >
                  {m.users.endSession}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}
