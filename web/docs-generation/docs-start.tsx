import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Section } from '../parts/display/section.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Link, navigate, useSearch } from '../router/index.ts';
import { docsQueries, startDocsJob } from './docs-queries.ts';
import { parseDocsSearch, toDocsRequest } from './docs-search.ts';
import { FormerJobs } from './former-jobs.tsx';
import { RefInput } from './ref-input.tsx';
import { StalePages } from './stale-pages.tsx';
import './docs-start.css';

/** Chooses what to draft from. */
export function DocsStart({ project }: { project: BootProject }) {
  const { data: repositories, error, refetch } = useQuery(docsQueries.repositories(project.id));
  if (error && !repositories) return <Failure error={error} retry={() => void refetch()} />;
  if (!repositories) return <Skeleton rows={4} />;
  if (repositories.length === 0)
    return (
      <EmptyState
        icon="branch"
        title={m.docs.noRepository}
        text={project.may.edit ? m.docs.noRepositoryText : m.docs.noRepositoryAsk}
        action={
          project.may.edit && (
            <Link to="/p/$key/settings/repositories" params={{ key: project.key }}>
              {m.docs.linkRepository}
            </Link>
          )
        }
      />
    );
  return (
    <>
      <DraftForm project={project} repositories={repositories} />
      <FormerJobs projectKey={project.key} repositories={repositories} />
      <StalePages repositories={repositories} />
    </>
  );
}

function DraftForm({ project, repositories }: { project: BootProject; repositories: readonly string[] }) {
  const search = parseDocsSearch(useSearch());
  const [chosen, setChosen] = useState<string>();
  const text = m.docs.form;

  async function draft(values: FormData) {
    const next = parseDocsSearch({
      repo: textOf(values, 'repo'),
      base: textOf(values, 'base'),
      head: textOf(values, 'head'),
      audience: textOf(values, 'audience'),
      pull: textOf(values, 'prNumber'),
      about: textOf(values, 'ticketId'),
    });
    const request = toDocsRequest(next);
    if (!request) return;
    const job = await startDocsJob(request);
    await navigate({ to: '/p/$key/docs', params: { key: project.key }, search: { ...next, job: job.id } });
  }

  const repo = repositories.find((one) => one === (chosen ?? search.repo)) ?? repositories[0] ?? '';
  return (
    <Section title={text.title} text={text.text}>
      <Form
        label={text.title}
        onSubmit={draft}
        submit={
          <Button
            type="submit"
            look="primary"
            icon="book"
            disabled={project.may.generateDocs ? false : (project.mayNot.generateDocs ?? true)}
          >
            {text.submit}
          </Button>
        }
      >
        <Field label={m.words.repository} name="repo">
          <Select
            options={repositories.map((value) => ({ value, label: value }))}
            value={repo}
            onChange={setChosen}
          />
        </Field>
        <div className="docs-start-refs">
          <Field label={text.base} name="base" hint={text.baseHint} required>
            <RefInput key={repo} label={text.base} repo={repo} defaultValue={search.base ?? ''} />
          </Field>
          <Field label={text.head} name="head" hint={text.headHint} required>
            <RefInput key={repo} label={text.head} repo={repo} defaultValue={search.head ?? 'main'} />
          </Field>
        </div>
        <Field label={text.audience} name="audience" hint={text.audienceHint}>
          <Select
            options={(['both', 'developer', 'user'] as const).map((value) => ({
              value,
              label: text.audiences[value],
            }))}
            defaultValue={search.audience ?? 'both'}
          />
        </Field>
        <div className="docs-start-refs">
          <Field label={text.pull} name="prNumber" hint={text.pullHint} optional>
            <TextInput type="number" min={1} defaultValue={search.pull ?? ''} />
          </Field>
          <Field label={text.ticket} name="ticketId" hint={text.ticketHint} optional>
            <TextInput defaultValue={search.about ?? ''} maxLength={200} autoComplete="off" />
          </Field>
        </div>
      </Form>
    </Section>
  );
}
