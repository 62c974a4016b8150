import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, GenerateDocs } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { findRefusal } from '../parts/forms/refusal.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { navigate } from '../router/index.ts';
import { docsQueries, startDocsJob } from './docs-queries.ts';
import type { DocsSearch } from './docs-search.ts';
import { countDecisions, listEntries } from './preview-blocks.ts';

interface OpenPullRequestProps {
  project: BootProject;
  request: GenerateDocs;
  search: DocsSearch & { job: string };
}

/** Commits the drafts to a branch and opens a pull request. Offered when there are drafts to read. */
export function OpenPullRequest({ project, request, search }: OpenPullRequestProps) {
  const [isOpen, setOpen] = useState(false);
  const [startsWorkflow, setStartsWorkflow] = useState(false);
  const [isAcceptedOnly, setAcceptedOnly] = useState(false);
  const [isLocal, setLocal] = useState(false);
  const { data: drafts } = useQuery(docsQueries.job(search.job));
  const { data: preview } = useQuery({
    ...docsQueries.preview(project.id, search.job),
    enabled: drafts?.state === 'done',
  });
  const { published, total } = countDecisions(
    preview?.pages.flatMap(({ chunks }) => listEntries(chunks)) ?? [],
  );
  const text = m.docs.pull;

  async function publish(values: FormData) {
    const labels = textOf(values, 'labels')
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean);
    const workflow = startsWorkflow ? textOf(values, 'workflowIdOrFile') : '';
    const job = await startDocsJob({
      ...request,
      openPr: true,
      ...(isAcceptedOnly && { acceptedOnly: true }),
      ...(labels.length > 0 && { labels }),
      ...(startsWorkflow && { triggerWorkflow: true }),
      ...(workflow && { workflowIdOrFile: workflow }),
    }).catch((error: unknown) => {
      if (!findRefusal(error)?.details?.openPr) throw error;
      setLocal(true);
    });
    if (!job) return;
    setOpen(false);
    const { key } = project;
    await navigate({ to: '/p/$key/docs', params: { key }, search: { ...search, publish: job.id } });
  }

  if (drafts?.state !== 'done') return null;
  return (
    <>
      <Button
        icon="pull-request"
        look="primary"
        disabled={project.may.publishDocs ? false : (project.mayNot.publishDocs ?? true)}
        onClick={() => setOpen(true)}
      >
        {text.open}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={text.open} text={text.text} size="small">
        <Form
          label={text.open}
          onSubmit={publish}
          submit={
            <Button type="submit" look="primary" icon="pull-request">
              {text.open}
            </Button>
          }
          onCancel={() => setOpen(false)}
        >
          {isLocal && (
            <Notice look="danger" alert>
              {text.local}
            </Notice>
          )}
          {total > 0 && (
            <Checkbox
              label={text.acceptedOnly}
              hint={text.acceptedOnlyHint(published, total)}
              checked={isAcceptedOnly}
              onChange={setAcceptedOnly}
            />
          )}
          <TextField label={text.labels} name="labels" hint={text.labelsHint} optional autoComplete="off" />
          <Checkbox label={text.workflow} checked={startsWorkflow} onChange={setStartsWorkflow} />
          {startsWorkflow && (
            <Field label={text.workflowFile} name="workflowIdOrFile" hint={text.workflowFileHint} optional>
              <TextInput maxLength={200} autoComplete="off" spellCheck={false} />
            </Field>
          )}
        </Form>
      </Dialog>
    </>
  );
}
