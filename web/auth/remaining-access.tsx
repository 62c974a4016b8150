import { useState } from 'react';
import type { PasswordReset, WayIn } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';

/**
 * After a reset by a link: what gives access to the account besides the new password, each with a button that removes it. An
 * account with a second factor is not signed in yet; its owner removes the rest under Password and sessions.
 */
export function RemainingAccess({ reset, password, isSignedIn }: RemainingAccessProps) {
  const [remaining, setRemaining] = useState(reset.remaining);
  const [problem, setProblem] = useState<string>();
  const hadUnproved = Object.values(reset.removed).some(Boolean);
  const remove = async (way: WayIn) => {
    setProblem(undefined);
    try {
      await removeWayIn(way, password);
      setRemaining((before) => before.filter((one) => one !== way));
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
  };
  const text =
    remaining.length === 0
      ? m.auth.reset.nothingRemains
      : isSignedIn
        ? m.auth.reset.remaining
        : m.auth.reset.remainingAfterSignIn;
  return (
    <AuthCard title={m.auth.reset.done} text={<span role="status">{text}</span>}>
      {hadUnproved && <Notice look="info">{m.auth.reset.removedBefore}</Notice>}
      {problem && (
        <Notice look="danger" alert>
          {problem}
        </Notice>
      )}
      {remaining.length > 0 && (
        <ul className="auth-ways">
          {remaining.map((way) => {
            const kind = m.auth.reset.kinds[way.kind];
            return (
              <li key={`${way.kind} ${way.id}`}>
                <span>
                  {way.kind !== 'second_factor' && <b>{way.name}</b>}
                  <span className="auth-text">{kind}</span>
                </span>
                {isSignedIn && (
                  <Button
                    look="quiet"
                    aria-label={m.auth.reset.removeNamed(kind, way.name)}
                    onClick={() => void remove(way)}
                  >
                    {m.words.remove}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Button
        look="primary"
        size="large"
        onClick={() => enterApp(isSignedIn ? '/' : `/sign-in?next=${encodeURIComponent('/me/security')}`)}
      >
        {isSignedIn ? m.auth.reset.open : m.auth.signIn}
      </Button>
    </AuthCard>
  );
}

interface RemainingAccessProps {
  reset: PasswordReset;
  /** The new password, which removing asks for. */
  password: string;
  isSignedIn: boolean;
}

function removeWayIn({ kind, id, agentId = '' }: WayIn, password: string): Promise<unknown> {
  const params = { id: id ?? '' };
  switch (kind) {
    case 'identity':
      return api.removeIdentity({ params });
    case 'passkey':
      return api.removePasskey({ params, body: { password } });
    case 'api_key':
      return api.deleteApiKey({ params });
    case 'agent_key':
      return api.deleteAgentApiKey({ params: { id: agentId, keyId: params.id } });
    case 'second_factor':
      return api.removeSecondFactor({ body: { password } });
  }
}
