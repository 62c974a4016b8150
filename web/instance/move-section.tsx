import { useQuery } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { checkFiles, ImportOutcome, isActive, latestImport } from '../imports/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Section } from '../parts/display/section.tsx';
import { Form } from '../parts/forms/form.tsx';
import { TextField } from '../parts/forms/text-field.tsx';

/** Moves the whole instance out into a file, and another one in. */
export function MoveSection() {
  const texts = m.instance.move;
  const { data: latest, refetch } = useQuery(
    latestImport('instance', (query) => api.listInstanceImports({ query })),
  );
  async function check(values: FormData) {
    const { data } = await api.createInstanceImport({ body: {} });
    await checkFiles(data.id, values);
    await refetch();
  }
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <a className="button button-plain" href="/api/admin/archive" download>
          {texts.export}
        </a>
      }
    >
      <Form
        label={texts.check}
        onSubmit={check}
        resetAfter
        submit={
          <Button type="submit" disabled={isActive(latest)}>
            {texts.check}
          </Button>
        }
      >
        <TextField row label={texts.archive} name="file" hint={texts.hint} required type="file" />
      </Form>
      {latest && <ImportOutcome item={latest} refetch={refetch} />}
    </Section>
  );
}
