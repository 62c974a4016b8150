import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportProduct } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { checkFiles, ImportOutcome, ImportSetup, isActive, latestImport } from '../../imports/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { membersQuery } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

/** Moves tickets in: files, a dry run with its report, then the import. A reload of the page finds the latest import. */
export function ImportPage() {
  const { id, may, mayNot } = useSettingsProject();
  return may.manageAccessTokens ? (
    <ImportSection projectId={id} />
  ) : (
    <Notice>{mayNot.manageAccessTokens}</Notice>
  );
}

function ImportSection({ projectId }: { projectId: string }) {
  const [chosen, setProduct] = useState<ImportProduct>();
  const texts = m.projects.settings.import;
  const params = { id: projectId };
  const { data: latest, refetch } = useQuery(
    latestImport(projectId, (query) => api.listImports({ params, query })),
  );
  const product = chosen ?? latest?.product ?? 'github';
  const { data: members } = useQuery(membersQuery(projectId));
  async function check(values: FormData) {
    const { data } = await api.createImport({ params, body: { product } });
    await checkFiles(data.id, values, product === 'csv');
    await refetch();
  }
  return (
    <>
      <Section title={m.projects.settings.pages.import} text={texts.text}>
        <Form
          label={texts.check}
          onSubmit={check}
          submit={
            <Button type="submit" disabled={isActive(latest)}>
              {texts.check}
            </Button>
          }
        >
          <Field row label={texts.product} name="product">
            <Select
              options={Object.entries(texts.products).map(([value, label]) => ({
                value: value as ImportProduct,
                label,
              }))}
              value={product}
              onChange={setProduct}
            />
          </Field>
          <TextField row label={m.words.files} name="file" required type="file" multiple />
        </Form>
        {latest && (
          <ImportSetup item={latest} projectId={projectId} members={members ?? []} refetch={refetch} />
        )}
        {latest && <ImportOutcome item={latest} refetch={refetch} />}
      </Section>
      <Section
        title={texts.export}
        text={texts.exportText}
        actions={
          <a className="button button-plain" href={`/api/project/${projectId}/archive`} download>
            {texts.export}
          </a>
        }
      />
    </>
  );
}
