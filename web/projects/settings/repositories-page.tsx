import { useQuery } from '@tanstack/react-query';
import type { BootProject, ProjectAutomation, ProjectWithPermissions } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Switch } from '../../parts/controls/switch.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { Card } from '../../parts/display/card.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { projectQuery, refreshProjects, repositoryLinksQuery } from '../project-queries.ts';
import { CodeHostSection } from './code-host-section.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function RepositoriesPage() {
  const project = useSettingsProject();
  const query = useQuery(projectQuery(project.id));
  const texts = m.projects.settings.repositories;
  return (
    <>
      <Section title={texts.title} text={project.may.edit ? texts.text : project.mayNot.edit}>
        <Loaded query={query} rows={2}>
          {(details) => <Repositories project={project} repositories={details.repositories ?? []} />}
        </Loaded>
      </Section>
      {query.data?.automation && (
        <AutomationSection project={query.data} automation={query.data.automation} />
      )}
      {project.may.manageCodeHost && <CodeHostSection projectId={project.id} />}
    </>
  );
}

function Repositories({ project, repositories }: { project: BootProject; repositories: readonly string[] }) {
  const texts = m.projects.settings.repositories;
  const { may } = project;
  const { data: links = [] } = useQuery(repositoryLinksQuery(project.id));
  const untrusted = new Map(
    links
      .filter(({ trustedBecause }) => trustedBecause === null)
      .map((link) => [link.repository, link.state]),
  );
  const save = async (next: string[]) => {
    await api.updateProject({ params: { id: project.id }, body: { repositories: next } });
    await refreshProjects();
  };
  const unlink = (name: string) =>
    attempt(async () => {
      await save(repositories.filter((each) => each !== name));
      showToast({
        text: texts.unlinked(name),
        actions: [
          {
            name: m.projects.settings.danger.undo,
            run: () => void attempt(() => save([...repositories])),
          },
        ],
      });
    });
  return (
    <>
      <DataTable
        label={texts.title}
        rows={repositories}
        rowKey={(name) => name}
        empty={<EmptyState small icon="branch" title={texts.none} />}
        columns={[
          {
            title: m.words.repository,
            header: true,
            phone: 'main',
            cell: (name) => (
              <span className="settings-person">
                <Icon name="branch" />
                <span className="settings-mono">{name}</span>
                {untrusted.has(name) && (
                  <Badge look={untrusted.get(name) === 'refused' ? 'red' : 'amber'}>
                    {untrusted.get(name) === 'refused' ? texts.refused : texts.waiting}
                  </Badge>
                )}
              </span>
            ),
          },
          ...(may.edit
            ? [
                {
                  title: texts.unlink(''),
                  actions: true,
                  width: '56px',
                  cell: (name: string) => (
                    <IconButton icon="close" label={texts.unlink(name)} onClick={() => void unlink(name)} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {untrusted.size > 0 && <Notice look="warning">{texts.waitingText}</Notice>}
      {may.edit && (
        <Form
          label={texts.add}
          className="settings-inline-form"
          resetAfter
          onSubmit={async (values) => {
            const name = textOf(values, 'repositories').trim();
            await save([...repositories, name]);
            showToast({ text: texts.linked(name) });
          }}
        >
          <Field label={m.words.repository} name="repositories" required labelHidden>
            <TextInput
              placeholder={texts.example}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Button type="submit">{texts.add}</Button>
        </Form>
      )}
    </>
  );
}

function AutomationSection({
  project,
  automation,
}: {
  project: ProjectWithPermissions;
  automation: ProjectAutomation;
}) {
  const texts = m.projects.settings.repositories;
  const set = (change: Partial<ProjectAutomation>) =>
    attempt(async () => {
      await api.updateProject({ params: { id: project.id }, body: { automation: change } });
      await refreshProjects();
    });
  return (
    <Section title={texts.automation}>
      <Card rows>
        <div className="settings-card-row">
          <Switch
            label={texts.moveTickets}
            hint={texts.moveTicketsHint}
            checked={automation.moveTickets}
            disabled={!project.may.edit}
            onChange={(moveTickets) => void set({ moveTickets })}
          />
        </div>
        <div className="settings-card-row">
          <Switch
            label={texts.openTickets}
            hint={texts.openTicketsHint}
            checked={automation.openTickets}
            disabled={!project.may.edit}
            onChange={(openTickets) => void set({ openTickets })}
          />
        </div>
        <div className="settings-card-row">
          <Switch
            label={texts.publishDocs}
            hint={texts.publishDocsHint}
            checked={automation.publishDocs}
            disabled={!project.may.edit}
            onChange={(publishDocs) => void set({ publishDocs })}
          />
        </div>
      </Card>
    </Section>
  );
}
