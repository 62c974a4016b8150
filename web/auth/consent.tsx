import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Authorization, Boot } from '../../sdk/index.ts';
import { api, useSession } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Form } from '../parts/forms/form.tsx';
import { findRefusal, sentenceOf } from '../parts/forms/refusal.ts';
import { Link } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { authorizationQuery } from './auth-queries.ts';
import { useInstance } from './use-instance.ts';

/**
 * Asks a person whether an application may connect. The parameters are read as they are in the address: the router would
 * take a `state` of digits for a number.
 */
export function Consent() {
  const [request] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const session = useSession();
  const { data: asked, error } = useQuery(authorizationQuery(request));
  const refusedTo = asked?.redirectTo;
  useEffect(() => {
    if (refusedTo) location.replace(refusedTo);
  }, [refusedTo]);
  if (error) return <CannotConnect error={error} />;
  if (!asked || refusedTo || session.state !== 'signed-in') return null;
  return <ConsentForm request={request} asked={asked} boot={session.boot} />;
}

function CannotConnect({ error }: { error: unknown }) {
  const details = Object.values(findRefusal(error)?.details ?? {}).flat();
  return (
    <AuthCard title={m.auth.consent.failed} foot={<Link to="/">{m.shell.notFound.home}</Link>}>
      <Notice look="danger" alert>
        {details.length > 0 ? details.join(' ') : sentenceOf(error)}
      </Notice>
    </AuthCard>
  );
}

interface ConsentFormProps {
  request: Record<string, string>;
  asked: Authorization;
  boot: Boot;
}

function ConsentForm({ request, asked, boot }: ConsentFormProps) {
  const { name: instance } = useInstance();
  const [isDone, setDone] = useState(false);
  const { client, redirectHost, isOnOwnMachine } = asked;
  const projects = boot.projects.filter(({ role, status }) => role !== null && status === 'active');
  const decide = async (decision: 'allow' | 'deny', values = new FormData()) => {
    const chosen = values.getAll('projectIds').map(String);
    const { data } = await api.decideAuthorization({
      body: {
        request,
        decision,
        scopes: asked.scopes.filter((scope) => values.getAll('scopes').includes(scope)),
        ...(chosen.length > 0 && { projectIds: chosen }),
      },
    });
    // The address of an installed application leaves this page open.
    setDone(true);
    location.assign(data.redirectTo);
  };
  const title = m.auth.consent.title(client.name, instance);
  if (isDone)
    return (
      <AuthCard title={title}>
        <p role="status">{m.auth.consent.done}</p>
      </AuthCard>
    );
  return (
    <AuthCard
      title={title}
      text={m.auth.consent.account(boot.me.name, boot.me.email ?? '')}
      foot={m.auth.consent.revocable}
    >
      <dl className="auth-facts">
        <dt>{m.auth.consent.application}</dt>
        <dd>{client.name}</dd>
        <dt>{m.auth.consent.from}</dt>
        <dd>{client.host ?? m.auth.consent.unchecked}</dd>
        <dt>{m.auth.consent.goesTo}</dt>
        <dd>{redirectHost}</dd>
      </dl>
      {(client.host === null || isOnOwnMachine) && (
        <Notice look="warning">
          {isOnOwnMachine ? m.auth.consent.ownMachine : m.auth.consent.nameUnchecked}
        </Notice>
      )}
      <Form label={title} onSubmit={(values) => decide('allow', values)}>
        <fieldset className="auth-options">
          <legend>{m.users.scopes}</legend>
          {asked.scopes.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={m.users.scopeTexts[scope]}
              defaultChecked
            />
          ))}
        </fieldset>
        {projects.length > 1 && (
          <fieldset className="auth-options">
            <legend>{m.users.limitToProjects}</legend>
            <div className="auth-projects">
              {projects.map(({ id, name }) => (
                <Checkbox key={id} name="projectIds" value={id} label={name} />
              ))}
            </div>
          </fieldset>
        )}
        <Button look="primary" size="large" type="submit">
          {m.auth.consent.allow}
        </Button>
      </Form>
      <Form label={m.auth.consent.deny} onSubmit={() => decide('deny')}>
        <Button size="large" type="submit">
          {m.auth.consent.deny}
        </Button>
      </Form>
    </AuthCard>
  );
}
