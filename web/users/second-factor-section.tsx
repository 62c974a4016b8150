import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { LateModule } from '../parts/late-module.ts';
import { confirmIdentity } from './confirm-identity.tsx';
import { secondFactorQuery, sessionsQuery } from './user-queries.ts';

const qrCode = new LateModule(() => import('../parts/display/qr-code.tsx'));

/** Sets up and removes the authenticator app. */
export function SecondFactorSection() {
  const queries = useQueryClient();
  const { data } = useQuery(secondFactorQuery());
  const [totp, setTotp] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const qr = qrCode.use(totp !== undefined);

  const start = async (password: string) => setTotp((await api.startTotp({ body: { password } })).data);
  const renew = async (password: string) => {
    setCodes((await api.renewRecoveryCodes({ body: { password } })).data.recoveryCodes);
    await queries.invalidateQueries(secondFactorQuery());
  };
  const remove = async (password: string) => {
    await api.removeSecondFactor({ body: { password } });
    setCodes(undefined);
    await queries.invalidateQueries(secondFactorQuery());
  };

  return (
    <Section
      title={m.users.secondFactor}
      text={data?.enabledAt ? m.users.secondFactorOn(data.recoveryCodesLeft) : m.users.secondFactorText}
      actions={
        data?.enabledAt ? (
          <>
            <Button onClick={() => confirmIdentity({ title: m.users.renewCodes, run: renew })}>
              {m.users.renewCodes}
            </Button>
            <Button onClick={() => confirmIdentity({ title: m.words.remove, run: remove })}>
              {m.words.remove}
            </Button>
          </>
        ) : (
          data &&
          !totp && (
            <Button onClick={() => confirmIdentity({ title: m.users.setUpApp, run: start })}>
              {m.users.setUpApp}
            </Button>
          )
        )
      }
    >
      {codes && (
        <SecretOnce
          label={m.users.recoveryCodes}
          secret={codes.join('\n')}
          onDone={() => setCodes(undefined)}
        >
          {m.users.recoveryCodesText}
        </SecretOnce>
      )}
      {totp && (
        <Form
          label={m.users.setUpApp}
          onSubmit={async (values) => {
            const { data: confirmed } = await api.confirmTotp({ body: { code: textOf(values, 'code') } });
            setCodes(confirmed.recoveryCodes);
            setTotp(undefined);
            await queries.invalidateQueries(secondFactorQuery());
            await queries.invalidateQueries(sessionsQuery());
          }}
          submit={m.users.confirmApp}
          onCancel={() => setTotp(undefined)}
        >
          {qr && <qr.QrCode text={totp.uri} label={m.users.qrCode} />}
          <SecretOnce label={m.users.appSecret} secret={totp.secret}>
            <a href={totp.uri}>{m.users.openApp}</a>
          </SecretOnce>
          <Field label={m.auth.code} name="code" hint={m.users.firstCodeHint} required>
            <TextInput look="large" autoComplete="one-time-code" inputMode="numeric" />
          </Field>
        </Form>
      )}
    </Section>
  );
}
