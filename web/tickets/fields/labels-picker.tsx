import { useState } from 'react';
import type { Label } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { sentenceOf } from '../../parts/forms/refusal.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { reloadBoot, useLabels, useProject } from '../../replica/index.ts';
import { toggleLabel } from './change-field.ts';
import { labelState } from './field-values.ts';
import { readRows } from './known.ts';
import type { TicketPickerProps } from './picker-props.ts';
import './labels-picker.css';

/** Stays open while labels are ticked. A missing label can be created here. */
export function LabelsPicker({ rows, ...anchor }: TicketPickerProps) {
  const [first] = rows;
  const labels = useLabels(first?.workspaceId);
  const project = useProject(first?.projectId);
  const [isCreating, setCreating] = useState(false);
  const picked = labels.filter(({ id }) => labelState(rows, id) === 'all').map(({ id }) => id);

  async function create(name: string) {
    if (!first) return;
    setCreating(true);
    try {
      const { data: label } = await api.createLabel({ body: { name, workspaceId: first.workspaceId } });
      await reloadBoot();
      toggleLabel(readRows(rows.map(({ id }) => id)), label);
    } catch (error) {
      showToast({ text: `${m.fields.labelFailed(name)} ${sentenceOf(error)}`, tone: 'refused' });
    } finally {
      setCreating(false);
    }
  }

  return (
    <Picker
      {...anchor}
      multiple
      label={m.fields.labels}
      placeholder={m.fields.search.labels}
      options={labels.map((label) => ({
        id: label.id,
        label: label.name,
        hint: labelState(rows, label.id) === 'some' ? m.fields.several : undefined,
        before: <LabelDot label={label} />,
      }))}
      value={picked}
      loading={isCreating}
      onChange={(ids) => {
        const changed = labels.find(({ id }) => ids.includes(id) !== picked.includes(id));
        if (changed) toggleLabel(rows, changed);
      }}
      onCreate={project?.may.manageLabels ? (name) => void create(name) : undefined}
    />
  );
}

function LabelDot({ label }: { label: Label }) {
  return <span className="label-dot" style={{ background: label.color }} />;
}
