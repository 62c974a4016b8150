import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Section } from '../parts/display/section.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { codeLoginsQuery } from './user-queries.ts';

/** Names on code hosts by which commits and reviews are recognised. */
export function CodeLogins() {
  const queries = useQueryClient();
  const { data: logins } = useQuery(codeLoginsQuery());
  if (!logins) return null;
  return (
    <Section title={m.users.codeLogins} text={m.users.codeLoginsText}>
      <Form
        label={m.users.codeLogins}
        onSubmit={async (values) => {
          const listed = textOf(values, 'logins')
            .split(/[\s,]+/)
            .filter(Boolean);
          await api.updateCodeLogins({ body: { logins: listed } });
          await queries.invalidateQueries(codeLoginsQuery());
          showToast({ text: m.users.saved });
        }}
        submit={<Button type="submit">{m.words.save}</Button>}
      >
        <Field label={m.users.logins} name="logins" hint={m.users.loginsHint}>
          <TextInput defaultValue={logins.join(', ')} spellCheck={false} />
        </Field>
      </Form>
    </Section>
  );
}
