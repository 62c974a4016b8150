import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Form } from '../parts/forms/form.tsx';
import { useInstance } from './use-instance.ts';

/** One button for each provider of the instance; the browser leaves for the provider's page. */
export function ProviderButtons({ next }: { next?: string | undefined }) {
  return useInstance().providers.map(({ id, label }) => (
    <Form
      key={id}
      label={label}
      onSubmit={async () => {
        const { data } = await api.signInWithProvider({ body: { provider: id, next: next ?? null } });
        location.assign(data.url);
      }}
    >
      <Button size="large" type="submit">
        {m.auth.signInWith(label)}
      </Button>
    </Form>
  ));
}
