import { useQuery } from '@tanstack/react-query';
import type { Label } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { LabelChip } from '../../parts/display/label-chip.tsx';
import { Section } from '../../parts/display/section.tsx';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useBoot, useLabels } from '../../replica/index.ts';
import { labelCountsQuery, refreshProjects } from '../project-queries.ts';
import { openLabelDialog } from './label-dialog.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function LabelsPage() {
  const project = useSettingsProject();
  const labels = useLabels(project.workspaceId);
  const workspace = useBoot().workspaces.find(({ id }) => id === project.workspaceId);
  const texts = m.projects.settings.labels;
  const mayNot = project.may.manageLabels ? undefined : (project.mayNot.manageLabels ?? '');
  const edit = (label?: Label) =>
    openLabelDialog(
      project.workspaceId,
      labels.map(({ color }) => color),
      label,
    );
  const create = (
    <Button look="primary" icon="plus" onClick={() => edit()}>
      {texts.create}
    </Button>
  );
  return (
    <Section
      title={m.projects.settings.pages.labels}
      text={mayNot ?? (workspace && texts.text(workspace.name))}
      actions={mayNot === undefined && labels.length > 0 && create}
    >
      {labels.length > 0 ? (
        <LabelTable
          labels={labels}
          workspaceId={project.workspaceId}
          onEdit={mayNot === undefined ? edit : undefined}
        />
      ) : (
        <EmptyState
          small
          icon="label"
          title={texts.none}
          text={texts.noneText}
          action={mayNot === undefined && create}
        />
      )}
    </Section>
  );
}

interface LabelTableProps {
  labels: readonly Label[];
  workspaceId: string;
  /** Absent for those who may not change labels. */
  onEdit: ((label: Label) => void) | undefined;
}

function LabelTable({ labels, workspaceId, onEdit }: LabelTableProps) {
  const { data: counts = {} } = useQuery(labelCountsQuery(workspaceId));
  const texts = m.projects.settings.labels;
  const askToDelete = ({ id, name }: Label) =>
    ask({
      title: texts.question(name),
      text: texts.confirmText(counts[id] ?? 0),
      confirm: texts.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteLabel({ params: { id } });
        await refreshProjects();
        showToast({ text: texts.deleted(name) });
      },
    });
  return (
    <DataTable
      label={m.projects.settings.pages.labels}
      rows={labels}
      columns={[
        {
          title: m.words.name,
          header: true,
          phone: 'main',
          cell: ({ name, color }) => <LabelChip name={name} color={color} />,
        },
        {
          title: texts.usage,
          align: 'end',
          width: '90px',
          cell: ({ id }) => <span className="quiet">{counts[id] ?? 0}</span>,
        },
        onEdit && {
          title: texts.edit,
          actions: true,
          width: '92px',
          cell: (label) => (
            <span className="settings-row-actions">
              <IconButton icon="edit" label={texts.edit} of={label.name} onClick={() => onEdit(label)} />
              <IconButton
                icon="trash"
                label={texts.delete}
                of={label.name}
                onClick={() => askToDelete(label)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}
