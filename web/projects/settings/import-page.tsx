import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportProduct, ImportReport } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useSettingsProject } from './use-settings-project.ts';

const isActive = (item: Import | undefined) => item?.state === 'queued' || item?.state === 'running';

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
  const [product, setProduct] = useState<ImportProduct>('github');
  const texts = m.projects.settings.import;
  const params = { id: projectId };
  const { data: latest, refetch } = useQuery({
    queryKey: ['imports', projectId],
    queryFn: async () => (await api.listImports({ params, query: { limit: 1 } })).data[0] ?? null,
    refetchInterval: (query) => (isActive(query.state.data ?? undefined) ? 1_000 : false),
  });
  async function check(values: FormData) {
    const { data } = await api.createImport({ params, body: { product } });
    const body = new FormData();
    for (const file of values.getAll('file')) body.append('file', file);
    await api.addImportFiles({ params: { id: data.id }, body });
    await api.startImport({ params: { id: data.id }, body: { dryRun: true } });
    await refetch();
  }
  return (
    <Section title={m.projects.settings.pages.import} text={texts.text}>
      <Form label={texts.check} onSubmit={check} resetAfter>
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
        <Field row label={texts.files} name="file" required>
          <TextInput type="file" multiple />
        </Field>
        <FormActions>
          <Button type="submit" disabled={isActive(latest ?? undefined)}>
            {texts.check}
          </Button>
        </FormActions>
      </Form>
      {latest && <Outcome item={latest} refetch={refetch} />}
      <h3>{texts.export}</h3>
      <p>{texts.exportText}</p>
      <a href={`/api/project/${projectId}/archive`} download>
        {texts.export}
      </a>
    </Section>
  );
}

function Outcome({ item, refetch }: { item: Import; refetch: () => unknown }) {
  const texts = m.projects.settings.import;
  const { id, report, progress, error } = item;
  const params = { id };
  if (isActive(item)) {
    const cancel = async () => {
      await api.cancelImport({ params });
      await refetch();
    };
    return (
      <Notice actions={<Button onClick={cancel}>{texts.cancel}</Button>}>
        {texts.steps[progress?.step ?? 'reading']}
        <ProgressBar label={texts.product} value={progress?.percent} max={100} />
      </Notice>
    );
  }
  if (error) return <Notice look="danger">{error.message}</Notice>;
  if (!report) return null;
  const start = async () => {
    await api.startImport({ params, body: { dryRun: false } });
    await refetch();
  };
  return (
    <>
      <Notice
        look={report.dryRun ? 'info' : 'good'}
        actions={
          report.dryRun && (
            <Button look="primary" onClick={start}>
              {texts.start(report.tickets.created)}
            </Button>
          )
        }
      >
        {texts.summary(report)}
      </Notice>
      {(['changed', 'lost', 'kept'] as const).map((kind) => (
        <ReportList key={kind} title={texts[kind]} entries={report[kind]} />
      ))}
    </>
  );
}

function ReportList({ title, entries }: { title: string; entries: ImportReport['kept'] }) {
  return entries.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {entries.map(({ what, count }) => (
          <li key={what}>
            {count} × {what}
          </li>
        ))}
      </ul>
    </>
  );
}
