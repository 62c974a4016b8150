import { useQuery } from '@tanstack/react-query';
import type { OwnField } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { ownFieldsQuery } from '../own-fields-query.ts';
import { projectsKey } from '../project-queries.ts';
import { openFieldDialog } from './field-dialog.tsx';
import { useSettingsProject } from './use-settings-project.ts';

type Change = NonNullable<Parameters<typeof api.updateField>[0]['body']>;

/** The fields that the project adds to its tickets: in order, those in use first. */
export function FieldsPage() {
  const project = useSettingsProject();
  const { data: fields = [] } = useQuery(ownFieldsQuery(project.id, true));
  const texts = m.projects.settings.fields;
  const may = project.may.edit;

  const change = ({ id, name }: OwnField, body: Change, undo?: Change) =>
    void attempt(async () => {
      await api.updateField({ params: { id: project.id, fieldId: id }, body });
      await queryClient.invalidateQueries({ queryKey: projectsKey });
      const run = () => change({ id, name } as OwnField, undo ?? {});
      if (undo) showToast({ text: texts.saved(name), actions: [{ name: m.shell.undo, run }] });
    });
  const create = (
    <Button look="primary" icon="plus" onClick={() => openFieldDialog(project.id)}>
      {texts.create}
    </Button>
  );
  const action = (
    field: OwnField,
    icon: 'arrow-up' | 'arrow-down' | 'edit' | 'archive' | 'undo',
    label: string,
    run: () => void,
  ) => <IconButton icon={icon} label={label} of={field.name} onClick={run} />;
  return (
    <Section
      title={m.projects.settings.pages.fields}
      text={may ? texts.text : project.mayNot.edit}
      actions={may && fields.length > 0 && create}
    >
      {fields.length > 0 ? (
        <DataTable
          label={m.projects.settings.pages.fields}
          rows={fields}
          columns={[
            {
              title: m.words.name,
              header: true,
              phone: 'main',
              cell: ({ name, description }) => (
                <span className="row-texts">
                  {name}
                  <span className="quiet">{description}</span>
                </span>
              ),
            },
            {
              title: texts.type,
              width: '200px',
              cell: ({ type, required, archived }) => (
                <span className="quiet">
                  {texts.types[type]} {required && <Badge>{texts.required}</Badge>}
                  {archived && <Badge look="muted">{texts.archived}</Badge>}
                </span>
              ),
            },
            may && {
              title: texts.edit,
              actions: true,
              width: '160px',
              cell: (field) => (
                <span className="settings-row-actions">
                  {field.archived ? (
                    action(field, 'undo', texts.restore, () =>
                      change(field, { archived: false }, { archived: true }),
                    )
                  ) : (
                    <>
                      {field.position > 0 &&
                        action(field, 'arrow-up', texts.up, () =>
                          change(field, { position: field.position - 1 }),
                        )}
                      {action(field, 'arrow-down', texts.down, () =>
                        change(field, { position: field.position + 1 }),
                      )}
                      {action(field, 'edit', texts.edit, () => openFieldDialog(project.id, field))}
                      {action(field, 'archive', texts.archive, () =>
                        change(field, { archived: true }, { archived: false }),
                      )}
                    </>
                  )}
                </span>
              ),
            },
          ]}
        />
      ) : (
        <EmptyState small icon="list" title={texts.none} text={texts.noneText} action={may && create} />
      )}
    </Section>
  );
}
