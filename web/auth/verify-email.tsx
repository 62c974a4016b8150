import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Form } from '../parts/forms/form.tsx';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';

/**
 * The page that a mailed link opens. A button sends the token, because programs that check the links of mails must
 * not use it up.
 */
export function VerifyEmail() {
  const token = useSearchText('token');
  const [verified, setVerified] = useState<string>();
  const text = verified ? m.auth.verify.done(verified) : token ? m.auth.verify.text : m.auth.reset.noToken;
  return (
    <AuthCard
      title={m.auth.verify.title}
      text={<span role="status">{text}</span>}
      foot={<Link to="/">{m.auth.verify.open}</Link>}
    >
      {token && !verified && (
        <Form
          label={m.auth.verify.title}
          onSubmit={async () => setVerified((await api.verifyEmail({ body: { token } })).data.email)}
        >
          <Button look="primary" size="large" type="submit">
            {m.auth.verify.verify}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
